// Hears the keys for an action, says what they would take away from others, and hands them on only when that was agreed to.
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/i18n.ts';
import { type KeyActionId, type KeyBindings } from '../../ui/key-actions.ts';
import { faultOfKeys, isEverywhere, type KeyFault, takenFrom } from '../../ui/key-map.ts';
import { Keys } from '../../ui/Keys.tsx';
import { isSingleKey, strokeOf, useKeyboard } from '../../ui/shortcuts.ts';

/** How long a second stroke belongs to the first. */
const SEQUENCE_MS = 1_500;

export function KeyCapture(props: {
  readonly id: KeyActionId;
  /** What the action is called. */
  readonly name: string;
  readonly nameOf: (id: KeyActionId) => string;
  readonly bindings: KeyBindings;
  readonly onKeys: (keys: string) => void;
  readonly onLeave: () => void;
}) {
  const { id, name, nameOf, bindings, onKeys, onLeave } = props;
  const { t } = useTexts();
  const { areSingleKeysOn } = useKeyboard();
  const field = useRef<HTMLDivElement>(null);
  const lastAtMs = useRef(Number.NEGATIVE_INFINITY);
  const [keys, setKeys] = useState<string>();
  const [altGr, setAltGr] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const hear = (event: React.KeyboardEvent): void => {
    const { key, timeStamp } = event;
    // Tab goes on, so that nobody is kept here.
    if (key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') {
      onLeave();
      return;
    }
    setAltGr(event.ctrlKey && event.altKey);
    const stroke = strokeOf(event.nativeEvent);
    if (stroke === undefined) return;
    const isSecond =
      keys !== undefined &&
      !keys.includes(' ') &&
      isSingleKey(keys) &&
      isSingleKey(stroke) &&
      timeStamp - lastAtMs.current < SEQUENCE_MS;
    lastAtMs.current = timeStamp;
    setKeys(isSecond ? `${keys} ${stroke}` : stroke);
  };

  const fault: KeyFault | undefined = altGr ? 'alt-gr' : keys === undefined ? undefined : faultOfKeys(keys);
  const taken = keys === undefined || fault !== undefined ? [] : takenFrom(keys, id, bindings);
  return (
    <div className="key-capture">
      <div
        ref={field}
        className="key-capture-field"
        role="textbox"
        aria-readonly
        tabIndex={0}
        aria-label={t('keys.press', { action: name })}
        onKeyDown={hear}
      >
        {keys === undefined ? <span className="muted">{t('keys.waiting')}</span> : <Keys keys={[keys]} />}
      </div>
      <p className="muted">{t('keys.press', { action: name })}</p>
      <div role="status" className="stack">
        {keys !== undefined && fault === undefined && (
          <span className="visually-hidden">
            {t('keys.pressed')}
            <Keys keys={[keys]} />
          </span>
        )}
        {fault !== undefined && <p className="bad">{t(`keys.faults.${fault}`)}</p>}
        {taken.length > 0 && (
          <p className="warn">{t('keys.conflict', { actions: taken.map(nameOf).join(', ') })}</p>
        )}
        {keys !== undefined && fault === undefined && !isEverywhere(keys) && (
          <p className="muted">{t('keys.rare')}</p>
        )}
        {keys !== undefined && fault === undefined && !areSingleKeysOn && isSingleKey(keys) && (
          <p className="muted">{t('keys.single')}</p>
        )}
      </div>
      <div className="line">
        <Button
          disabled={keys === undefined || fault !== undefined}
          onClick={() => {
            if (keys !== undefined) onKeys(keys);
          }}
        >
          {t(taken.length > 0 ? 'keys.useAndTake' : 'keys.use')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setKeys(undefined);
            setAltGr(false);
            field.current?.focus();
          }}
        >
          {t('keys.again')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
