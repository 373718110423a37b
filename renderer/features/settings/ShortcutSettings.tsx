// All actions with their keys: each can have others, none, or its usual ones again.
import { Button, Switch, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useInstallation } from '../../app/settings.tsx';
import { useTexts } from '../../i18n/i18n.ts';
import { announce } from '../../ui/announce.ts';
import {
  KEY_ACTION_IDS,
  KEY_ACTIONS,
  KEY_GROUPS,
  type KeyActionId,
  type KeyBindings,
  keysOf,
} from '../../ui/key-actions.ts';
import { bind, unbind } from '../../ui/key-map.ts';
import { Keys } from '../../ui/Keys.tsx';
import { Section } from '../../ui/Pane.tsx';
import { keyLabel } from '../../ui/shortcuts.ts';
import { focusField } from '../review/background.ts';
import { actionName } from './action-name.ts';
import { KeyCapture } from './KeyCapture.tsx';
import { KeyMapText } from './KeyMapText.tsx';
import './shortcut-settings.css';

/** What is being changed: all keys of an action, or one more. */
interface Change {
  readonly id: KeyActionId;
  readonly isMore: boolean;
}

export function ShortcutSettings() {
  const { t, language } = useTexts();
  const { settings, change } = useInstallation();
  const [wanted, setWanted] = useState('');
  const [changing, setChanging] = useState<Change>();
  const [isAsking, setIsAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const bindings: KeyBindings = settings.shortcuts ?? {};
  const nameOf = (id: KeyActionId): string => actionName(t, id);
  const save = (next: KeyBindings): void => {
    // The host keeps lists of its own.
    change({ shortcuts: Object.fromEntries(Object.entries(next).map(([id, keys]) => [id, [...keys]])) });
    announce(t('keys.saved'));
  };
  /** The focus goes back to where the change was begun. */
  const leave = (id: KeyActionId): void => {
    setChanging(undefined);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-action="${id}"] button`)?.focus(),
    );
  };
  const needle = wanted.trim().toLocaleLowerCase(language);
  const isWanted = (id: KeyActionId): boolean =>
    `${nameOf(id)} ${id} ${keysOf(id, bindings)
      .map((keys) => keyLabel(keys, language))
      .join(' ')}`
      .toLocaleLowerCase(language)
      .includes(needle);
  const changed = KEY_ACTION_IDS.filter((id) => bindings[id] !== undefined);
  return (
    <div className="settings shortcut-settings">
      <p className="muted">{t('keys.hint')}</p>
      <Switch
        checked={settings.singleKeyShortcuts}
        label={t('computer.settings.singleKeys')}
        description={t('computer.settings.singleKeysHint')}
        onChange={(event) => change({ singleKeyShortcuts: event.currentTarget.checked })}
      />
      <div className="line">
        <TextInput
          className="grow"
          type="search"
          aria-label={t('frame.shortcuts.find')}
          placeholder={t('frame.shortcuts.find')}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Button variant="default" disabled={changed.length === 0} onClick={() => setIsAsking(true)}>
          {t('keys.resetAll')}
        </Button>
      </div>
      {isAsking && (
        <div
          className="widening line"
          role="alertdialog"
          aria-label={t('keys.resetAsk', { count: changed.length })}
        >
          <span className="grow">{t('keys.resetAsk', { count: changed.length })}</span>
          <Button
            onClick={() => {
              setIsAsking(false);
              save({});
            }}
          >
            {t('keys.resetNow')}
          </Button>
          <Button variant="default" ref={focusField} onClick={() => setIsAsking(false)}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      <div ref={list} className="stack-wide">
        {KEY_GROUPS.map((group) => {
          const ids = KEY_ACTION_IDS.filter((id) => KEY_ACTIONS[id].group === group && isWanted(id));
          if (ids.length === 0) return null;
          return (
            <Section key={group} title={t(`keys.groups.${group}`)}>
              <ul className="plain-list">
                {ids.map((id) => (
                  <li
                    key={id}
                    className="shortcut-row"
                    data-action={id}
                    data-changed={bindings[id] !== undefined}
                  >
                    <span className="shortcut-name">{nameOf(id)}</span>
                    <span className="shortcut-keys">
                      <Keys keys={keysOf(id, bindings)} />
                    </span>
                    <span className="line shortcut-acts">
                      <Button
                        variant="default"
                        aria-label={t('keys.changeName', { action: nameOf(id) })}
                        onClick={() => setChanging({ id, isMore: false })}
                      >
                        {t('keys.changeOne')}
                      </Button>
                      <Button
                        variant="subtle"
                        color="gray"
                        disabled={keysOf(id, bindings).length >= MOST_KEYS}
                        aria-label={t('keys.addName', { action: nameOf(id) })}
                        onClick={() => setChanging({ id, isMore: true })}
                      >
                        {t('keys.add')}
                      </Button>
                      {bindings[id] === undefined ? (
                        <Button
                          variant="subtle"
                          color="gray"
                          aria-label={t('keys.noneName', { action: nameOf(id) })}
                          onClick={() => save(bind(bindings, id, []))}
                        >
                          {t('keys.takeAway')}
                        </Button>
                      ) : (
                        <Button
                          variant="subtle"
                          color="gray"
                          aria-label={t('keys.resetName', { action: nameOf(id) })}
                          onClick={() => save(unbind(bindings, id))}
                        >
                          {t('keys.reset')}
                        </Button>
                      )}
                    </span>
                    {changing?.id === id && (
                      <KeyCapture
                        id={id}
                        name={nameOf(id)}
                        nameOf={nameOf}
                        bindings={bindings}
                        onLeave={() => leave(id)}
                        onKeys={(keys) => {
                          const before = changing.isMore ? keysOf(id, bindings) : [];
                          save(bind(bindings, id, [...new Set([...before, keys])]));
                          leave(id);
                        }}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </Section>
          );
        })}
      </div>
      <Section title={t('keys.share')}>
        <KeyMapText bindings={bindings} nameOf={nameOf} onMap={save} />
      </Section>
    </div>
  );
}

/** As many as the settings keep. */
const MOST_KEYS = 4;
