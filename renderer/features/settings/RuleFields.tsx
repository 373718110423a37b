// One rule of the matrix of autonomy: which Commands, for which Missions, up to which risk and cost, how often and until when.
import { Button, MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import type { AssistantSettings, AutonomyRuleModel, MatrixFault } from '../../../core/contract/assistant.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { COUNTED, RISKS, withAmount, withMember } from './matrix-form.ts';
import './settings.css';

const ALL = 'all';

export function RuleFields(props: {
  readonly rule: AutonomyRuleModel;
  readonly settings: AssistantSettings;
  readonly faults: readonly MatrixFault[];
  readonly onChange: (rule: AutonomyRuleModel) => void;
  readonly onRemove: () => void;
}) {
  const { rule, settings, faults, onChange, onRemove } = props;
  const { t } = useTexts();
  const known = new Map(settings.missions.map(({ missionId, title }) => [missionId, title]));
  const missions = [ALL, ...new Set([...known.keys(), ...rule.missions.filter((each) => each !== ALL)])];
  return (
    <fieldset className="rule-fields">
      <legend className="mono">{rule.id === '' ? '–' : rule.id}</legend>
      {faults.map(({ path, words }) => (
        <p key={path + words.text} className="bad" role="alert">
          <span className="mono">{path}</span> {words.text}
        </p>
      ))}
      <div className="rule-grid">
        <TextInput
          label={t('assistant.rule.id')}
          description={t('assistant.rule.idHint')}
          value={rule.id}
          onChange={(event) => onChange({ ...rule, id: event.currentTarget.value })}
        />
        <TextInput
          label={t('assistant.rule.because')}
          value={rule.because ?? ''}
          onChange={(event) => onChange(withMember(rule, 'because', textOf(event.currentTarget.value)))}
        />
      </div>
      <MultiSelect
        label={t('assistant.rule.acts')}
        data={settings.acts.map(({ kind, words }) => ({ value: kind, label: `${words.text} (${kind})` }))}
        value={[...rule.acts]}
        searchable
        onChange={(acts) => onChange({ ...rule, acts })}
      />
      <MultiSelect
        label={t('assistant.rule.missions')}
        data={missions.map((value) => ({
          value,
          label: value === ALL ? t('assistant.rule.allMissions') : (known.get(value) ?? value),
        }))}
        value={[...rule.missions]}
        onChange={(next) => onChange({ ...rule, missions: next })}
      />
      <Switch
        label={t('assistant.rule.withChildren')}
        checked={rule.withChildren ?? false}
        onChange={(event) =>
          onChange(withMember(rule, 'withChildren', event.currentTarget.checked ? true : undefined))
        }
      />
      <div className="rule-grid">
        <Select
          label={t('assistant.rule.risk')}
          data={RISKS.map((value) => ({ value, label: t(`assistant.risks.${value}`) }))}
          value={rule.risk}
          allowDeselect={false}
          onChange={(risk) => {
            const found = RISKS.find((each) => each === risk);
            if (found !== undefined) onChange({ ...rule, risk: found });
          }}
        />
        <NumberInput
          hideControls
          label={t('assistant.rule.perHour')}
          min={1}
          value={rule.perHour ?? ''}
          onChange={(value) => onChange(withMember(rule, 'perHour', numberOf(value)))}
        />
        <TextInput
          label={t('assistant.rule.until')}
          placeholder="2026-12-31T18:00:00Z"
          value={rule.until ?? ''}
          onChange={(event) => onChange(withMember(rule, 'until', textOf(event.currentTarget.value)))}
        />
      </div>
      <Ceiling name="each" rule={rule} onChange={onChange} />
      <Ceiling name="total" rule={rule} onChange={onChange} />
      <div>
        <Button variant="default" onClick={onRemove}>
          {t('assistant.rule.remove', { id: rule.id })}
        </Button>
      </div>
    </fieldset>
  );
}

function Ceiling(props: {
  readonly name: 'each' | 'total';
  readonly rule: AutonomyRuleModel;
  readonly onChange: (rule: AutonomyRuleModel) => void;
}) {
  const { name, rule, onChange } = props;
  const { t } = useTexts();
  const amounts = rule[name] ?? {};
  const field = (amount: (typeof COUNTED)[number] | 'money') => (
    <NumberInput
      hideControls
      key={amount}
      label={t(`assistant.amounts.${amount}`)}
      min={0}
      value={amounts[amount] ?? ''}
      allowDecimal={amount === 'money'}
      onChange={(value) => onChange(withAmount(rule, name, amount, numberOf(value)))}
    />
  );
  return (
    <div role="group" aria-label={t(`assistant.rule.${name}`)}>
      <div className="label">{t(`assistant.rule.${name}`)}</div>
      <div className="muted small">{t(`assistant.rule.${name}Hint`)}</div>
      <div className="rule-grid rule-amounts">
        {field('money')}
        <TextInput
          label={t('assistant.amounts.currency')}
          placeholder="EUR"
          maxLength={3}
          value={amounts.currency ?? ''}
          onChange={(event) =>
            onChange(withAmount(rule, name, 'currency', event.currentTarget.value.toUpperCase()))
          }
        />
        {COUNTED.map(field)}
      </div>
    </div>
  );
}

function textOf(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function numberOf(value: string | number): number | undefined {
  return value === '' ? undefined : Number(value);
}
