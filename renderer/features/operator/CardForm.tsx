// A card to be registered: from a form, a file or as text. It is checked as often as one likes, and registered when all that is
// required is met.
import { Button, Checkbox, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CardVerdict, CardWish, OperatorCheck } from '../../../core/contract/operator.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { PathInput } from '../../ui/PathInput.tsx';
import { Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { capabilitiesIn } from './card-wish.ts';

type Source = CardWish['from'];

const TEXT_FIELDS = ['agentId', 'displayName', 'ownerId', 'keyId', 'publicKey', 'endpoint'] as const;
type TextField = (typeof TEXT_FIELDS)[number];

const EMPTY: Readonly<Record<TextField, string>> = {
  agentId: '',
  displayName: '',
  ownerId: '',
  keyId: '',
  publicKey: '',
  endpoint: 'https://127.0.0.1',
};

export function CardForm(props: {
  readonly authorityId: string;
  readonly onEnd: (agentId: string | undefined) => void;
}) {
  const { authorityId } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const check = useRequest(desk.operator.checkCard);
  const register = useRequest(desk.operator.registerCard);
  const [from, setFrom] = useState<Source>('form');
  const [fields, setFields] = useState(EMPTY);
  const [capabilities, setCapabilities] = useState('');
  const [slots, setSlots] = useState(1);
  const [path, setPath] = useState('');
  const [text, setText] = useState('');
  const [bind, setBind] = useState(true);
  const [verdict, setVerdict] = useState<CardVerdict>();

  const listed = capabilitiesIn(capabilities);
  const wish = (): CardWish | undefined => {
    if (from === 'file') return path.trim() === '' ? undefined : { from, path: path.trim(), bind };
    if (from === 'text') return text.trim() === '' ? undefined : { from, text, bind };
    const isFilled = TEXT_FIELDS.every((name) => fields[name].trim() !== '');
    if (!isFilled || listed === undefined) return undefined;
    return { from, form: { ...fields, capabilities: listed, maxConcurrency: slots } };
  };
  const wanted = wish();
  const look = async (): Promise<CardVerdict | undefined> => {
    if (wanted === undefined) return undefined;
    register.clear();
    const found = await check.run({ authorityId, wish: wanted });
    setVerdict(found);
    return found;
  };
  const run = async (): Promise<void> => {
    const found = await look();
    if (found?.canRegister !== true || wanted === undefined) return;
    const made = await register.run({ authorityId, wish: wanted });
    if (made === undefined) return;
    announce(t('operator.agents.registered', { version: made.cardVersion }));
    props.onEnd(made.agentId);
  };
  const field = (name: TextField) => (
    <TextInput
      key={name}
      label={t(`operator.agents.${name}`)}
      classNames={name === 'displayName' ? {} : { input: 'mono' }}
      spellCheck={false}
      value={fields[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setFields((before) => ({ ...before, [name]: value }));
      }}
    />
  );
  return (
    <form
      className="stack-wide operator-form"
      onSubmit={(event) => {
        event.preventDefault();
        drop(run);
      }}
    >
      <div>
        <SegmentedControl
          aria-label={t('operator.agents.from')}
          value={from}
          data={(['form', 'file', 'text'] as const).map((value) => ({
            value,
            label: t(`operator.agents.${value}`),
          }))}
          onChange={(value) => {
            setFrom(value);
            setVerdict(undefined);
          }}
        />
      </div>
      {from === 'form' && (
        <>
          {TEXT_FIELDS.map(field)}
          <Textarea
            label={t('operator.agents.capability')}
            placeholder={t('operator.agents.capabilityHint')}
            classNames={{ input: 'mono' }}
            autosize
            minRows={2}
            spellCheck={false}
            value={capabilities}
            onChange={(event) => setCapabilities(event.currentTarget.value)}
          />
          <NumberInput
            label={t('operator.agents.slots')}
            min={1}
            max={10_000}
            allowDecimal={false}
            value={slots}
            onChange={(value) => setSlots(typeof value === 'number' ? value : 1)}
          />
        </>
      )}
      {from === 'file' && (
        <PathInput
          label={t('operator.agents.path')}
          placeholder="/home/ada/worker/agent-card.json"
          purpose="brief"
          path={path}
          onPath={setPath}
        />
      )}
      {from === 'text' && (
        <Textarea
          label={t('operator.agents.json')}
          classNames={{ input: 'mono' }}
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {from !== 'form' && (
        <Checkbox
          label={t('operator.agents.bind')}
          checked={bind}
          onChange={(event) => setBind(event.currentTarget.checked)}
        />
      )}
      {verdict !== undefined && <Verdict verdict={verdict} />}
      {check.fault !== undefined && <FaultNote fault={check.fault} />}
      {register.fault !== undefined && <FaultNote fault={register.fault} />}
      {(check.isLost || register.isLost) && <LostNote />}
      <div className="line">
        <Button variant="default" onClick={() => props.onEnd(undefined)}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="default"
          disabled={wanted === undefined}
          loading={check.isRunning}
          onClick={() => drop(look)}
        >
          {t('operator.agents.check')}
        </Button>
        <Button type="submit" disabled={wanted === undefined} loading={register.isRunning}>
          {t('operator.agents.registerNow')}
        </Button>
      </div>
    </form>
  );
}

function Verdict(props: { readonly verdict: CardVerdict }) {
  const { checks, faults } = props.verdict;
  const { t } = useTexts();
  return (
    <Section title={t('operator.agents.checks')}>
      <ul className="plain-list stack" role="status">
        {checks.map((each) => (
          <Check key={`${each.words.key} ${each.words.text}`} check={each} />
        ))}
        {faults.map(({ field, words }) => (
          <li key={field} className="bad">
            <span className="mono">{field}</span> {words.text}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Check(props: { readonly check: OperatorCheck }) {
  const { isMet, isRequired, words } = props.check;
  const { t } = useTexts();
  const [Icon, tone, told] = isMet
    ? ([IconCheck, 'good', 'met'] as const)
    : isRequired
      ? ([IconX, 'bad', 'unmet'] as const)
      : ([IconAlertTriangle, 'warn', 'advisable'] as const);
  return (
    <li className="operator-check">
      <Icon size={16} className={tone} aria-hidden />
      <span>
        {words.text} <span className={tone}>({t(`operator.agents.${told}`)})</span>
      </span>
    </li>
  );
}
