// Hours in which nothing is told but what may break through.
import { Checkbox, Switch, TextInput } from '@mantine/core';
import type { NoticeSettingsModel } from '../../../core/contract/notices.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { firstWeekday, weekdayName } from '../../ui/format.ts';
import { Section } from '../../ui/Pane.tsx';

type Quiet = NoticeSettingsModel['quiet'];

export function QuietHoursPart(props: {
  readonly settings: NoticeSettingsModel;
  readonly isQuiet: boolean;
  readonly onChange: (changes: { readonly quiet: Quiet }) => void;
}) {
  const { t, language } = useTexts();
  const { quiet } = props.settings;
  const change = (changes: Partial<Quiet>): void =>
    props.onChange({ quiet: Object.assign({ ...quiet }, changes) });
  const week = Array.from({ length: 7 }, (_, index) => (firstWeekday(language) + index) % 7);
  return (
    <Section title={t('notices.quiet.title')}>
      {props.isQuiet && <p>{t('notices.quiet.holds')}</p>}
      <Switch
        checked={quiet.isOn}
        label={t('notices.quiet.on')}
        onChange={({ currentTarget: { checked } }) => change({ isOn: checked })}
      />
      {quiet.isOn && (
        <>
          <div className="line">
            <TimeField
              label={t('notices.quiet.from')}
              minute={quiet.fromMinute}
              onChange={(fromMinute) => change({ fromMinute })}
            />
            <TimeField
              label={t('notices.quiet.until')}
              minute={quiet.untilMinute}
              onChange={(untilMinute) => change({ untilMinute })}
            />
          </div>
          <Checkbox.Group
            label={t('notices.quiet.days')}
            value={quiet.days.map(String)}
            onChange={(days) => change({ days: days.map(Number).toSorted((a, b) => a - b) })}
          >
            <div className="line notice-days">
              {week.map((day) => (
                <Checkbox key={day} value={String(day)} label={weekdayName(day, language)} />
              ))}
            </div>
          </Checkbox.Group>
          <Switch
            checked={quiet.letsNowThrough}
            label={t('notices.quiet.through')}
            onChange={({ currentTarget: { checked } }) => change({ letsNowThrough: checked })}
          />
        </>
      )}
    </Section>
  );
}

/** A field of the browser, which shows 12 or 24 hours as its user is used to. */
function TimeField(props: {
  readonly label: string;
  readonly minute: number;
  readonly onChange: (minute: number) => void;
}) {
  const two = (value: number): string => String(value).padStart(2, '0');
  return (
    <TextInput
      type="time"
      label={props.label}
      value={`${two(Math.floor(props.minute / 60))}:${two(props.minute % 60)}`}
      onChange={({ currentTarget: { value } }) => {
        const [hours = '', minutes = ''] = value.split(':');
        if (/^\d\d$/u.test(hours) && /^\d\d/u.test(minutes)) {
          props.onChange(Number(hours) * 60 + Number(minutes.slice(0, 2)));
        }
      }}
    />
  );
}
