// Appearance, language and keyboard of this installation, what it is, and what the assistant may do.
import { Button, SegmentedControl, Slider, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { go, useRouteValue } from '../../app/route.ts';
import { useInstallation } from '../../app/settings.tsx';
import { toggleShortcutSheet } from '../../app/shortcut-sheet-state.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { DetailTabs, Pane, Section } from '../../ui/Pane.tsx';
import { AssistantSettings } from './AssistantSettings.tsx';
import { DataSettings } from './DataSettings.tsx';
import { DiagnosticsSettings } from './DiagnosticsSettings.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { PrivacySettings } from './PrivacySettings.tsx';
import { ShortcutSettings } from './ShortcutSettings.tsx';
import './settings.css';

const APPEARANCES = ['system', 'light', 'dark', 'high-contrast'] as const;
const DENSITIES = ['comfortable', 'compact'] as const;

export function SettingsScreen() {
  const { t } = useTexts();
  const [section, setSection] = useRouteValue('section');
  return (
    <Pane title={t('computer.settings.title')}>
      <DetailTabs
        tab={section}
        onTab={(id) => setSection(id === 'general' ? undefined : id)}
        tabs={[
          {
            id: 'general',
            words: t('computer.settings.general'),
            content: () => <GeneralSettings />,
          },
          {
            id: 'shortcuts',
            words: t('keys.title'),
            content: () => <ShortcutSettings />,
          },
          {
            id: 'notifications',
            words: t('notices.title'),
            content: () => <NotificationSettings />,
          },
          {
            id: 'assistant',
            words: t('assistant.title'),
            content: () => (
              <div className="settings assistant-settings">
                <AssistantSettings />
              </div>
            ),
          },
          { id: 'data', words: t('data.title'), content: () => <DataSettings /> },
          { id: 'diagnostics', words: t('data.diagnostics'), content: () => <DiagnosticsSettings /> },
          { id: 'privacy', words: t('data.privacy'), content: () => <PrivacySettings /> },
        ]}
      />
    </Pane>
  );
}

function GeneralSettings() {
  const { t, language } = useTexts();
  const { settings, capabilities, change } = useInstallation();
  return (
    <div className="settings">
      <Section title={t('computer.settings.appearance')}>
        <Choice
          label={t('computer.settings.appearance')}
          control={
            <SegmentedControl
              aria-label={t('computer.settings.appearance')}
              value={settings.appearance}
              data={APPEARANCES.map((name) => ({ value: name, label: t(`frame.theme.${name}`) }))}
              onChange={(appearance) => change({ appearance })}
            />
          }
        />
        <Choice
          label={t('computer.settings.language')}
          hint={t('computer.settings.languageHint')}
          control={
            <SegmentedControl
              aria-label={t('computer.settings.language')}
              value={language}
              data={capabilities.languages.map((name) => ({
                value: name,
                label: t(`frame.language.${name}`),
              }))}
              onChange={(name) => change({ language: name })}
            />
          }
        />
        <Choice
          label={t('computer.settings.density')}
          control={
            <SegmentedControl
              aria-label={t('computer.settings.density')}
              value={settings.density}
              data={DENSITIES.map((name) => ({
                value: name,
                label: t(`computer.settings.densities.${name}`),
              }))}
              onChange={(density) => change({ density })}
            />
          }
        />
        <Choice
          label={t('computer.settings.textScale')}
          control={
            <Slider
              w={260}
              min={0.8}
              max={2}
              step={0.1}
              thumbLabel={t('computer.settings.textScale')}
              label={(value) => `${Math.round(value * 100)} %`}
              defaultValue={settings.textScale}
              onChangeEnd={(textScale) => change({ textScale })}
            />
          }
        />
        <Switch
          checked={settings.reducedMotion}
          label={t('computer.settings.reducedMotion')}
          description={t('computer.settings.reducedMotionHint')}
          onChange={(event) => change({ reducedMotion: event.currentTarget.checked })}
        />
      </Section>
      <Section title={t('computer.settings.keyboard')}>
        <Switch
          checked={settings.singleKeyShortcuts}
          label={t('computer.settings.singleKeys')}
          description={t('computer.settings.singleKeysHint')}
          onChange={(event) => change({ singleKeyShortcuts: event.currentTarget.checked })}
        />
        <div>
          <Button variant="default" onClick={toggleShortcutSheet}>
            {t('computer.settings.showShortcuts')}
          </Button>
          <Button ml={8} variant="default" onClick={() => go('settings', { section: 'shortcuts' })}>
            {t('keys.change')}
          </Button>
        </div>
      </Section>
      {capabilities.features.demo && (
        <Section title={t('computer.settings.demo')}>
          <div>
            <Button variant="default" onClick={() => go('demo', {})}>
              {t('computer.settings.openDemo')}
            </Button>
          </div>
        </Section>
      )}
      <Section title={t('computer.settings.about')}>
        <p className="muted">
          {t('computer.settings.version', {
            version: capabilities.appVersion,
            protocol: capabilities.protocolVersion,
          })}
          , {t(`computer.settings.shell.${capabilities.shell}`)}, {capabilities.platform}
        </p>
      </Section>
    </div>
  );
}

function Choice(props: { readonly label: string; readonly hint?: string; readonly control: ReactNode }) {
  return (
    <div className="settings-choice">
      <div>
        <div>{props.label}</div>
        {props.hint !== undefined && <div className="muted">{props.hint}</div>}
      </div>
      {props.control}
    </div>
  );
}
