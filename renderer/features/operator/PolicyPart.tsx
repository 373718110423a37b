// The policy of an Organization: fields and the file itself beside each other, judged while one types, compared with what is
// there, and applied as a whole.
import { Button, NumberInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  AdministeredRow,
  PolicyFault,
  PolicyField,
  PolicyFile,
  PolicyVerdict,
} from '../../../core/contract/operator.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { formatNumber } from '../../ui/format.ts';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { Section } from '../../ui/Pane.tsx';
import { FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { TextDifference } from '../review/TextDifference.tsx';

/** How long somebody types before the text is judged. */
const TYPING_MS = 300;

export function PolicyPart(props: { readonly authority: AdministeredRow }) {
  const { authorityId } = props.authority;
  const desk = useDesk();
  const { data, isError, refetch } = useQuery({
    queryKey: ['operator-policy', authorityId],
    queryFn: () => desk.operator.policy({ authorityId }),
  });
  if (isError) return <LostNote onRetry={() => drop(refetch)} />;
  if (data === undefined) return <Skeleton />;
  if (!data.ok) return <FaultNote fault={data.fault} onRetry={() => drop(refetch)} />;
  return (
    <PolicyEditor key={data.value.version} authority={props.authority} file={data.value} reload={refetch} />
  );
}

function PolicyEditor(props: {
  readonly authority: AdministeredRow;
  readonly file: PolicyFile;
  readonly reload: () => Promise<unknown>;
}) {
  const { authority, file, reload } = props;
  const { authorityId, canAct } = authority;
  const { t } = useTexts();
  const desk = useDesk();
  const [text, setText] = useState(file.text);
  /** Of the text that it was made for: while one types, the last one has no say. */
  const [judgement, setJudgement] = useState<{ readonly of: string; readonly verdict: PolicyVerdict }>();
  const [isOutdated, setOutdated] = useState(false);
  const set = useRequest(desk.operator.setPolicyField);
  const apply = useRequest(desk.operator.applyPolicy);
  const isChanged = text !== file.text;
  const verdict = isChanged && judgement?.of === text ? judgement.verdict : undefined;
  useEffect(() => {
    if (text === file.text) return undefined;
    let isOver = false;
    const judge = async (): Promise<void> => {
      const judged = await desk.operator.checkPolicy({ authorityId, text });
      if (!isOver && judged.ok) setJudgement({ of: text, verdict: judged.value });
    };
    const timer = setTimeout(() => drop(judge), TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, file.text, authorityId, desk]);
  const fields = verdict?.fields ?? file.fields;
  const faults = isChanged ? (verdict?.faults ?? []) : file.faults;
  const canApply = canAct && isChanged && verdict?.faults.length === 0;
  const change = async (field: string, value: number | undefined): Promise<void> => {
    const changed = await set.run({ authorityId, text, field, ...(value === undefined ? {} : { value }) });
    if (changed !== undefined) setText(changed.text);
  };
  const run = async (): Promise<void> => {
    const answer = await apply.run({ authorityId, text, version: file.version });
    if (answer?.kind === 'changed') setOutdated(true);
    if (answer?.kind !== 'applied') return;
    announce(t('operator.policy.applied'));
    await reload();
  };
  return (
    <div className="operator-policy">
      <div className="stack-wide">
        <p role="status" className={file.faults.length > 0 ? 'bad' : 'muted'}>
          {file.inForceWords.text}
        </p>
        <Section title={t('operator.policy.fields')}>
          <div className="operator-fields">
            {fields.map((field) => (
              <Field
                key={field.field}
                field={field}
                isOff={!canAct}
                fault={faults.find((each) => each.field === `/policy/${field.field.replace('.', '/')}`)}
                onValue={(value) => drop(() => change(field.field, value))}
              />
            ))}
          </div>
          {set.fault !== undefined && <FaultNote fault={set.fault} />}
          {set.isLost && <LostNote />}
        </Section>
      </div>
      <div className="stack-wide">
        <Section
          title={t('operator.policy.text')}
          aside={<span className="mono operator-path">{file.path}</span>}
        >
          <Textarea
            aria-label={t('operator.policy.text')}
            classNames={{ input: 'mono' }}
            autosize
            minRows={12}
            maxRows={26}
            spellCheck={false}
            readOnly={!canAct}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Section>
        {faults.length > 0 && (
          <Section title={t('operator.policy.faults')}>
            <ul className="plain-list stack" role="alert">
              {faults.map(({ field, line, words }) => (
                <li key={`${field} ${line ?? ''} ${words.text}`} className="bad">
                  {line !== undefined && (
                    <span className="strong">{t('operator.policy.line', { line })} </span>
                  )}
                  <span className="mono">{field}</span> {words.text}
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section title={t('operator.policy.changes')}>
          {isChanged ? (
            <>
              {verdict !== undefined && verdict.changes.length > 0 && <Changes changes={verdict.changes} />}
              <TextDifference before={file.text} after={text} />
            </>
          ) : (
            <p className="muted">{t('operator.policy.noChanges')}</p>
          )}
        </Section>
        {isOutdated && (
          <p className="warn" role="alert">
            {t('operator.policy.changed')}{' '}
            <Button variant="default" size="compact-sm" onClick={() => drop(reload)}>
              {t('operator.policy.reload')}
            </Button>
          </p>
        )}
        {apply.fault !== undefined && <FaultNote fault={apply.fault} />}
        {apply.isLost && <LostNote />}
        <p className="muted">{t('operator.policy.hint')}</p>
        <div className="line">
          <Button variant="default" disabled={!isChanged} onClick={() => setText(file.text)}>
            {t('operator.policy.discard')}
          </Button>
          <Button
            disabled={!canApply}
            title={canAct ? undefined : authority.words.text}
            loading={apply.isRunning}
            onClick={() => drop(run)}
          >
            {t('operator.policy.apply')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Written into the text when it is left, so that half a number is never judged. */
function Field(props: {
  readonly field: PolicyField;
  readonly isOff: boolean;
  readonly fault: PolicyFault | undefined;
  readonly onValue: (value: number | undefined) => void;
}) {
  const { field, fault } = props;
  const { t, language } = useTexts();
  const [typed, setTyped] = useState<string | number>(field.value ?? '');
  const [known, setKnown] = useState(field.value);
  if (known !== field.value) {
    setKnown(field.value);
    setTyped(field.value ?? '');
  }
  const leave = (): void => {
    const value = typeof typed === 'number' ? typed : undefined;
    if (value !== field.value) props.onValue(value);
  };
  return (
    <NumberInput
      label={field.words.text}
      description={`${field.hint.text} · ${t('operator.policy.usual', { value: formatNumber(field.usual, language) })}`}
      placeholder={String(field.usual)}
      allowDecimal={false}
      clampBehavior="none"
      disabled={props.isOff}
      value={typed}
      error={fault?.words.text}
      onChange={setTyped}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave();
      }}
    />
  );
}

function Changes(props: { readonly changes: PolicyVerdict['changes'] }) {
  const { t } = useTexts();
  return (
    <ul className="plain-list stack">
      {props.changes.map(({ field, words, before, after, meaning }) => (
        <li key={field}>
          <div>
            <span className="strong">{words.text}</span>:{' '}
            <span className="visually-hidden">{t('operator.policy.before')} </span>
            <s className="muted numbers">{before}</s> →{' '}
            <span className="visually-hidden">{t('operator.policy.after')} </span>
            <span className="numbers strong">{after}</span>
          </div>
          <div className="muted">{meaning.text}</div>
        </li>
      ))}
    </ul>
  );
}
