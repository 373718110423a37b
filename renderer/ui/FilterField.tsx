// A filter that is written as text: looked up while somebody types, cleared by Escape, and left by Enter or Escape.
import './filter-field.css';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useShortcuts } from './shortcuts.ts';

/** How long somebody types before it is looked up. */
const TYPING_MS = 250;

export function FilterField(props: {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  /** Where the focus goes from here. */
  readonly onLeave: () => void;
  readonly label: string;
  /** What the key that leads here does. */
  readonly keyWords: string;
  readonly hint: string;
  readonly clearWords: string;
  /** What is wrong with a text, in words. */
  readonly faultOf: (text: string) => string | undefined;
  /** Switches for the same filter, and views that were saved of it. */
  readonly children?: ReactNode;
}) {
  const { filter, onFilter } = props;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(filter);
  const [known, setKnown] = useState(filter);
  // Changed from elsewhere: a switch, a saved view, a link.
  if (known !== filter) {
    setKnown(filter);
    if (text.trim() !== filter) setText(filter);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === filter) return undefined;
    const timer = setTimeout(() => onFilter(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, filter, onFilter]);
  useShortcuts([{ id: 'filter', words: props.keyWords, run: () => field.current?.focus() }]);
  return (
    <div className="filter-field">
      <TextInput
        ref={field}
        className="grow"
        size="xs"
        type="search"
        aria-label={props.label}
        placeholder={props.hint}
        leftSection={<IconFilter size={14} />}
        value={text}
        error={props.faultOf(text)}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onFilter(text.trim());
          if (event.key === 'Escape') {
            event.stopPropagation();
            setText('');
            onFilter('');
          }
          if (event.key === 'Escape' || event.key === 'Enter') props.onLeave();
        }}
      />
      {filter !== '' && (
        <ActionIcon variant="subtle" aria-label={props.clearWords} onClick={() => onFilter('')}>
          <IconX size={16} />
        </ActionIcon>
      )}
      {props.children}
    </div>
  );
}
