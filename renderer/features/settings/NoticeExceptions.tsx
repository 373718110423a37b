// Exceptions: a reason, a Mission, or a reason in a Mission, that is told on other ways than its urgency says.
import { Button, Checkbox, Select } from '@mantine/core';
import {
  NOTICE_CHANNELS,
  type NoticeChoices,
  type NoticeSettingsModel,
} from '../../../core/contract/notices.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Section } from '../../ui/Pane.tsx';
import { withChannel } from './NotificationSettings.tsx';

type Exception = NoticeSettingsModel['exceptions'][number];

const EVERY = 'every';

export function NoticeExceptions(props: {
  readonly choices: NoticeChoices;
  readonly settings: NoticeSettingsModel;
  readonly onChange: (changes: Pick<NoticeSettingsModel, 'exceptions'>) => void;
}) {
  const { choices, settings, onChange } = props;
  const { t } = useTexts();
  const { exceptions } = settings;
  const set = (index: number, exception: Exception): void =>
    onChange({ exceptions: exceptions.with(index, exception) });
  return (
    <Section title={t('notices.exceptions.title')}>
      <p className="muted">{t('notices.exceptions.hint')}</p>
      {exceptions.length === 0 && <p>{t('notices.exceptions.none')}</p>}
      {exceptions.map((exception, index) => (
        <ExceptionRow
          // Its place is what an exception is known by while it is changed.
          key={`exception ${String(index)}`}
          exception={exception}
          choices={choices}
          onChange={(next) => set(index, next)}
          onRemove={() => onChange({ exceptions: exceptions.toSpliced(index, 1) })}
        />
      ))}
      <div>
        <Button
          variant="default"
          onClick={() =>
            onChange({ exceptions: [...exceptions, { channels: ['window', 'native', 'badge'] }] })
          }
        >
          {t('notices.exceptions.add')}
        </Button>
      </div>
    </Section>
  );
}

function ExceptionRow(props: {
  readonly exception: Exception;
  readonly choices: NoticeChoices;
  readonly onChange: (exception: Exception) => void;
  readonly onRemove: () => void;
}) {
  const { exception, choices, onChange, onRemove } = props;
  const { t } = useTexts();
  const { rule, mission, channels } = exception;
  const missionKey = (each: { readonly connectionId: string; readonly groupId: string }): string =>
    `${each.connectionId} ${each.groupId}`;
  const reason =
    choices.rules.find((each) => each.rule === rule)?.words.text ??
    rule ??
    t('notices.exceptions.everyReason');
  const name =
    mission === undefined
      ? t('notices.exceptions.everyMission')
      : (choices.missions.find((each) => missionKey(each) === missionKey(mission))?.title ?? mission.groupId);
  // A Mission that is not here any more stays one that can be seen.
  const missions = choices.missions.map((each) => ({ value: missionKey(each), label: each.title }));
  const gone =
    mission !== undefined && !missions.some(({ value }) => value === missionKey(mission))
      ? [{ value: missionKey(mission), label: name }]
      : [];
  return (
    <fieldset className="notice-exception">
      <legend className="visually-hidden">{`${reason}, ${name}`}</legend>
      <Select
        label={t('notices.exceptions.reason')}
        searchable
        allowDeselect={false}
        value={rule ?? EVERY}
        data={[
          { value: EVERY, label: t('notices.exceptions.everyReason') },
          ...choices.rules.map((each) => ({ value: each.rule, label: each.words.text })),
        ]}
        onChange={(value) => {
          const { rule: _before, ...rest } = exception;
          onChange(value === EVERY || value === null ? rest : { ...rest, rule: value });
        }}
      />
      <Select
        label={t('notices.exceptions.mission')}
        searchable
        allowDeselect={false}
        value={mission === undefined ? EVERY : missionKey(mission)}
        data={[{ value: EVERY, label: t('notices.exceptions.everyMission') }, ...missions, ...gone]}
        onChange={(value) => {
          const { mission: _before, ...rest } = exception;
          const found = choices.missions.find((each) => missionKey(each) === value);
          if (found !== undefined) {
            onChange({ ...rest, mission: { connectionId: found.connectionId, groupId: found.groupId } });
          } else if (value === EVERY) onChange(rest);
        }}
      />
      <div className="line" role="group" aria-label={t('notices.exceptions.ways', { reason, mission: name })}>
        {NOTICE_CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            label={t(`notices.channels.${channel}`)}
            checked={channels.includes(channel)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...exception, channels: withChannel(channels, channel, checked) })
            }
          />
        ))}
        <Button
          variant="subtle"
          color="gray"
          aria-label={t('notices.exceptions.removeName', { reason, mission: name })}
          onClick={onRemove}
        >
          {t('notices.exceptions.remove')}
        </Button>
      </div>
      {channels.length === 0 && <p className="muted">{t('notices.exceptions.silent')}</p>}
    </fieldset>
  );
}
