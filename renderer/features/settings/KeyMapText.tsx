// The map of keys as text: to copy, and to bring one back. Nothing is taken over while a line is wrong.
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/i18n.ts';
import { announce } from '../../ui/announce.ts';
import { isKeyAction, type KeyActionId, type KeyBindings } from '../../ui/key-actions.ts';
import { type KeyMapFault, keyMapText, readKeyMap } from '../../ui/key-map.ts';

export function KeyMapText(props: {
  readonly bindings: KeyBindings;
  readonly nameOf: (id: KeyActionId) => string;
  readonly onMap: (bindings: KeyBindings) => void;
}) {
  const { bindings, nameOf, onMap } = props;
  const { t } = useTexts();
  /** What was typed; undefined while it is what holds. */
  const [typed, setTyped] = useState<string>();
  const [faults, setFaults] = useState<readonly KeyMapFault[]>([]);
  const text = typed ?? keyMapText(bindings);
  const takeOver = (): void => {
    const read = readKeyMap(text);
    setFaults(read.ok ? [] : read.faults);
    if (!read.ok) return;
    setTyped(undefined);
    onMap(read.bindings);
  };
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => announce(t('common.copied')),
      (fault: unknown) => console.error('The clipboard is not to be had', fault),
    );
  };
  return (
    <div className="stack">
      <p className="muted">{t('keys.shareHint')}</p>
      <Textarea
        label={t('keys.text')}
        classNames={{ input: 'mono' }}
        rows={8}
        spellCheck={false}
        value={text}
        error={faults.length > 0}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {faults.length > 0 && (
        <ul className="bad" role="alert">
          {faults.map(({ line, reason, text: what }) => (
            <li key={`${line} ${reason} ${what}`}>
              {t('keys.lineFault', {
                line,
                text: reason === 'twice' && isKeyAction(what) ? nameOf(what) : what,
                fault: t(`keys.faults.${reason}`),
              })}
            </li>
          ))}
        </ul>
      )}
      <div className="line">
        <Button variant="default" onClick={copy}>
          {t('keys.copy')}
        </Button>
        <Button disabled={typed === undefined} onClick={takeOver}>
          {t('keys.takeOver')}
        </Button>
        <span className="muted">{t('keys.takeOverHint')}</span>
      </div>
    </div>
  );
}
