// What is told, on which ways, and when not: by urgency, by reason and Mission, quiet hours, a program of the person, and a test.
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  NOTICE_CHANNELS,
  type NoticeChoices,
  type NoticeSettingsModel,
} from '../../../core/contract/notices.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { runInBackground } from '../review/background.ts';
import { BrowserPermission } from './BrowserPermission.tsx';
import { NoticeExceptions } from './NoticeExceptions.tsx';
import { NoticeHookPart } from './NoticeHookPart.tsx';
import { QuietHoursPart } from './QuietHoursPart.tsx';
import './notification-settings.css';

const URGENCIES = ['now', 'decide', 'watch'] as const;

export type NoticeChannelName = (typeof NOTICE_CHANNELS)[number];

/** The channels with one of them there or not, in their usual order. */
export function withChannel(
  channels: readonly NoticeChannelName[],
  channel: NoticeChannelName,
  isThere: boolean,
): NoticeChannelName[] {
  return NOTICE_CHANNELS.filter((each) => (each === channel ? isThere : channels.includes(each)));
}

export function NotificationSettings() {
  const { language } = useTexts();
  const desk = useDesk();
  const query = useQuery({
    queryKey: ['notices.settings', language],
    queryFn: () => desk.notices.settings(),
  });
  if (query.data === undefined) return <Skeleton />;
  return <Loaded choices={query.data} onKept={() => runInBackground(query.refetch())} />;
}

function Loaded(props: { readonly choices: NoticeChoices; readonly onKept: () => void }) {
  const { choices, onKept } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const saving = useRequest(desk.notices.save);
  /** What was changed here; undefined while it is what holds. */
  const [edited, setEdited] = useState<NoticeSettingsModel>();
  const [isAgreed, setIsAgreed] = useState(false);
  const { summary } = useLive('notices.follow');
  const settings = edited ?? choices.settings;
  const change = (changes: Partial<NoticeSettingsModel>): void =>
    setEdited(Object.assign({ ...settings }, changes));
  const save = async (): Promise<void> => {
    const { hook, ...rest } = settings;
    const value = await saving.run({
      // An empty path is no program.
      settings: hook === undefined || hook.path.trim() === '' ? rest : { ...rest, hook },
      isHookAgreed: isAgreed,
    });
    if (value === undefined) return;
    setEdited(undefined);
    setIsAgreed(false);
    announce(t('notices.saved'));
    onKept();
  };
  return (
    <div className="settings notification-settings">
      <p className="muted">{t('notices.hint')}</p>
      <BrowserPermission />
      <Section title={t('notices.urgency.title')}>
        <table className="table">
          <caption className="visually-hidden">{t('notices.urgency.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('notices.urgency.heading')}</th>
              {NOTICE_CHANNELS.map((channel) => (
                <th key={channel} scope="col">
                  {t(`notices.channels.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {URGENCIES.map((urgency) => (
              <tr key={urgency}>
                <th scope="row">{t(`notices.urgency.${urgency}`)}</th>
                {NOTICE_CHANNELS.map((channel) => (
                  <td key={channel}>
                    <Checkbox
                      aria-label={`${t(`notices.urgency.${urgency}`)}: ${t(`notices.channels.${channel}`)}`}
                      checked={settings.byUrgency[urgency].includes(channel)}
                      onChange={({ currentTarget: { checked } }) =>
                        change({
                          byUrgency: Object.assign(
                            { ...settings.byUrgency },
                            { [urgency]: withChannel(settings.byUrgency[urgency], channel, checked) },
                          ),
                        })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <NoticeExceptions choices={choices} settings={settings} onChange={change} />
      <QuietHoursPart settings={settings} isQuiet={summary?.isQuiet === true} onChange={change} />
      <NoticeHookPart
        settings={settings}
        isAgreed={
          choices.isHookAgreed && JSON.stringify(settings.hook) === JSON.stringify(choices.settings.hook)
        }
        isAgreeing={isAgreed}
        onAgree={(agreed) => {
          setIsAgreed(agreed);
          setEdited(settings);
        }}
        state={summary?.hook}
        onChange={(hook) => {
          setIsAgreed(false);
          const { hook: _before, ...rest } = settings;
          setEdited(hook === undefined ? rest : { ...rest, hook });
        }}
      />
      {saving.fault !== undefined && <FaultNote fault={saving.fault} />}
      {saving.isLost && <LostNote />}
      <div className="line notification-save">
        <Button disabled={edited === undefined} loading={saving.isRunning} onClick={() => drop(save)}>
          {t('notices.save')}
        </Button>
        <Button
          variant="default"
          disabled={edited === undefined}
          onClick={() => {
            setEdited(undefined);
            setIsAgreed(false);
          }}
        >
          {t('notices.discard')}
        </Button>
      </div>
      <TestPart hasHook={choices.isHookAgreed} />
    </div>
  );
}

function TestPart(props: { readonly hasHook: boolean }) {
  const { t } = useTexts();
  const desk = useDesk();
  const testing = useRequest(desk.notices.test);
  const [channels, setChannels] = useState<readonly NoticeChannelName[]>(['window', 'native']);
  const told = (['window', 'native', 'hook'] as const).filter((each) => channels.includes(each));
  const test = async (): Promise<void> => {
    if ((await testing.run({ channels: told })) !== undefined) announce(t('notices.test.sent'));
  };
  return (
    <Section title={t('notices.test.title')}>
      <p className="muted">{t('notices.test.hint')}</p>
      <div className="line">
        {(['window', 'native', 'hook'] as const).map((channel) => (
          <Checkbox
            key={channel}
            label={t(`notices.channels.${channel}`)}
            disabled={channel === 'hook' && !props.hasHook}
            checked={channels.includes(channel)}
            onChange={({ currentTarget: { checked } }) =>
              setChannels(withChannel(channels, channel, checked))
            }
          />
        ))}
        <Button
          variant="default"
          disabled={told.length === 0}
          loading={testing.isRunning}
          onClick={() => drop(test)}
        >
          {t('notices.test.now')}
        </Button>
      </div>
      {testing.isLost && <LostNote />}
    </Section>
  );
}
