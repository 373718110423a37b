// Fields on a command sheet. Typing waits for a pause before the sheet is computed anew.
import { Checkbox, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A pause in typing. */
const PAUSE_MS = 350;

/** A text that becomes part of the Command. */
export function SheetText(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { value, onChange } = props;
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <Textarea
      label={props.label}
      value={text}
      data-autofocus
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

/** Which of some things become part of the Command. */
export function SheetChoices(props: {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly note?: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <Checkbox.Group
      label={props.label}
      value={[...props.chosen]}
      onChange={(chosen) => props.onChange(chosen)}
    >
      <div className="stack">
        {props.choices.map(({ value, label, note }) => (
          <Checkbox
            key={value}
            value={value}
            label={label}
            {...(note === undefined ? {} : { description: note })}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
