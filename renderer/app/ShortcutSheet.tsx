// All keys that do something right now, to look through (F1).
import { Button, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { topicOf } from '../features/help/help-book.ts';
import { useTexts } from '../i18n/i18n.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { keysOf } from '../ui/key-actions.ts';
import { type Shortcut, useKeyboard } from '../ui/shortcuts.ts';
import { Keys } from '../ui/Keys.tsx';
import { go, useRoute } from './route.ts';
import { useInstallation } from './settings.tsx';
import { closeShortcutSheet, useShortcutSheet } from './shortcut-sheet-state.ts';

export function ShortcutSheet() {
  const { isOpen } = useShortcutSheet();
  const { t } = useTexts();
  return (
    <Dialog opened={isOpen} onClose={closeShortcutSheet} title={t('frame.shortcuts.title')} size="lg">
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  const { t, language } = useTexts();
  const { settings, change } = useInstallation();
  const { layers, bindings } = useKeyboard();
  const { place } = useRoute();
  const [wanted, setWanted] = useState('');
  const of = (scope: 'everywhere' | 'here'): readonly Shortcut[] =>
    layers
      .filter((layer) => layer.scope === scope)
      .flatMap(({ shortcuts }) => shortcuts)
      // A part of a screen may have an action that the screen has too.
      .filter(({ id }, index, all) => all.findIndex((each) => each.id === id) === index)
      .filter(({ words }) => words.toLocaleLowerCase(language).includes(wanted.toLocaleLowerCase(language)));
  return (
    <div className="stack-wide">
      <TextInput
        data-autofocus
        aria-label={t('frame.shortcuts.find')}
        placeholder={t('frame.shortcuts.find')}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <Switch
        checked={settings.singleKeyShortcuts}
        label={t('frame.shortcuts.switch')}
        description={settings.singleKeyShortcuts ? t('frame.shortcuts.on') : t('frame.shortcuts.off')}
        onChange={(event) => change({ singleKeyShortcuts: event.currentTarget.checked })}
      />
      <div className="line">
        <Button
          variant="default"
          onClick={() => {
            closeShortcutSheet();
            go('settings', { section: 'shortcuts' });
          }}
        >
          {t('keys.change')}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            closeShortcutSheet();
            go('help', { topic: topicOf(place) });
          }}
        >
          {t('guide.help.here')}
        </Button>
      </div>
      {(['here', 'everywhere'] as const).map((scope) => (
        <section key={scope} className="stack">
          <h3 className="label">{t(`frame.shortcuts.${scope}`)}</h3>
          <dl className="shortcut-list">
            {of(scope).map(({ id, words }) => (
              <div key={id}>
                <dt>{words}</dt>
                <dd>
                  <Keys keys={keysOf(id, bindings)} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
