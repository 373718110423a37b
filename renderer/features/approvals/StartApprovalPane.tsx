// A start approval: who will do what, with what, until when. Every field is limited to what the Mission and the contract allow
// (F9); what is signed stands on the command sheet.
import { Button, Checkbox, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useAuthorityNow } from '../../ui/clock.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Countdown } from '../../ui/Countdown.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { cancelItem } from '../review/DecisionPart.tsx';
import {
  START_MINUTES,
  type StartApproval,
  startEndMs,
  startFaults,
  startForm,
  startTerms,
} from './approval-model.ts';
import { ApprovalFacts, BlockedList, PathNote } from './ApprovalFacts.tsx';
import { BudgetFields } from './BudgetFields.tsx';
import { riskName } from './risk-name.ts';
import './approvals.css';

export function StartApprovalPane(props: { readonly row: StartApproval; readonly onBack: () => void }) {
  const { row, onBack } = props;
  const { connectionId, groupId, workItemId } = row;
  const { t } = useTexts();
  const nowMs = useAuthorityNow();
  const [terms, setTerms] = useState(() => startTerms(row, nowMs));
  const [isTried, setIsTried] = useState(false);
  const [isRefusing, setIsRefusing] = useState(false);
  const faults = startFaults(row, terms, nowMs);
  const isClosed = row.path === 'none';
  const grant = (): void => {
    setIsTried(true);
    if (isClosed || faults.length > 0) return;
    openCommandSheet({
      connectionId,
      intent: { kind: 'approval.grant_execution', groupId, form: startForm(row, terms, nowMs) },
    });
  };
  useShortcuts([{ id: 'decide', words: t('approvals.start.grant'), run: grant, isOff: isClosed }]);
  const general = faults.find((fault) => fault.id !== 'amount');
  const endMs = startEndMs(row, terms.minutes, nowMs);
  return (
    <Pane
      title={`${t('approvals.start.title')} · ${row.title}`}
      subtitle={row.missionTitle}
      onBack={onBack}
      footer={
        <div className="decision-foot">
          <Button disabled={isClosed} rightSection={<KeyHint id="decide" />} onClick={grant}>
            {t('approvals.start.grant')}
          </Button>
          <Button variant="default" aria-expanded={isRefusing} onClick={() => setIsRefusing(!isRefusing)}>
            {t('approvals.start.doNot')}
          </Button>
          <Button variant="default" onClick={() => go('conversations', { connectionId, groupId })}>
            {t('approvals.conversation')}
          </Button>
          <Button variant="default" onClick={() => go('work', { connectionId, groupId, workItemId })}>
            {t('approvals.openItem')}
          </Button>
          {isTried && general !== undefined && (
            <span className="bad" role="alert">
              {t(`approvals.start.faults.${general.id}`)}
            </span>
          )}
        </div>
      }
    >
      <div className="decision-sheet">
        <PathNote path={row.path} />
        {isRefusing && (
          <div className="refusing" role="group" aria-label={t('approvals.start.doNotTitle')}>
            <div className="strong">{t('approvals.start.doNotTitle')}</div>
            <p>{row.refusalMeans.text}</p>
            <div className="line">
              <Button
                variant="default"
                onClick={() =>
                  cancelItem(row, t('review.cancelItem.reason'), t('review.cancelItem.reasonHint'))
                }
              >
                {t('approvals.start.cancelItem')}
              </Button>
              <Button variant="default" onClick={() => setIsRefusing(false)}>
                {t('approvals.start.leave')}
              </Button>
            </div>
          </div>
        )}
        <dl className="facts">
          <dt>{t('approvals.start.who')}</dt>
          <dd>
            <span className="strong">{row.agent.name}</span>{' '}
            <span className="muted">
              {row.cardVersion !== undefined &&
                `${t('approvals.start.card', { version: row.cardVersion })} · `}
              {t('approvals.start.epoch', { epoch: row.ownershipEpoch })}
              {row.latestEndAtMs !== undefined && ` · ${t('approvals.start.lease')} `}
            </span>
            {row.latestEndAtMs !== undefined && <Countdown endsAtMs={row.latestEndAtMs} />}
          </dd>
          <dt>{t('approvals.start.risk')}</dt>
          <dd className="risk" data-risk={row.risk}>
            {riskName(row.risk, t)}
          </dd>
          <dt>{t('approvals.start.asked')}</dt>
          <dd>{row.askedBy.text}</dd>
          <ApprovalFacts row={row} />
        </dl>
        <Section title={t('approvals.blocks.title')}>
          <BlockedList row={row} />
        </Section>
        <Section title={t('approvals.start.operations')}>
          <CheckedNames
            names={row.operations.map(({ name, isAllowed, reason }) => ({
              name,
              isAllowed,
              note: reason?.text,
            }))}
            chosen={terms.operations}
            onChange={(operations) => setTerms({ ...terms, operations })}
          />
        </Section>
        <Section title={t('approvals.start.resources')}>
          <CheckedNames
            names={row.resources.map(({ name, operations }) => ({
              name,
              isAllowed: true,
              note: operations.join(', '),
            }))}
            chosen={terms.resources}
            onChange={(resources) => setTerms({ ...terms, resources })}
          />
        </Section>
        <Section title={t('approvals.start.budget')}>
          <p className="muted">{t('approvals.start.budgetHint')}</p>
          <BudgetFields
            budget={terms.budget}
            above={row.budget}
            currency={row.currency}
            onChange={(budget) => setTerms({ ...terms, budget })}
            faultOf={(dimension) => {
              const fault = faults.find((each) => each.id === 'amount' && each.dimension === dimension);
              return fault?.id === 'amount' ? fault.fault : undefined;
            }}
          />
        </Section>
        <Section title={t('approvals.start.ends')}>
          <div className="line">
            <Select
              aria-label={t('approvals.start.ends')}
              className="minutes"
              value={String(terms.minutes)}
              data={[...new Set([...START_MINUTES, terms.minutes])]
                .toSorted((a, b) => a - b)
                .map((count) => ({ value: String(count), label: t('approvals.start.minutes', { count }) }))}
              onChange={(value) => {
                if (value !== null) setTerms({ ...terms, minutes: Number(value) });
              }}
            />
            <span>
              {t('approvals.start.endsAt')} <Instant atMs={endMs} isFocusable />
            </span>
            {row.latestEndAtMs !== undefined && (
              <span className="muted">
                ({t('approvals.start.neverAfter')} <Instant atMs={row.latestEndAtMs} />,{' '}
                {t('approvals.start.neverAfterWhy')})
              </span>
            )}
          </div>
        </Section>
        <Textarea
          label={t('approvals.start.comments')}
          description={t('approvals.start.commentsHint')}
          value={terms.comments}
          onChange={(event) => setTerms({ ...terms, comments: event.currentTarget.value })}
        />
      </div>
    </Pane>
  );
}

function CheckedNames(props: {
  readonly names: readonly {
    readonly name: string;
    readonly isAllowed: boolean;
    readonly note: string | undefined;
  }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const { names, chosen, onChange } = props;
  const { t } = useTexts();
  if (names.length === 0) return <p className="muted">{t('approvals.start.nothingListed')}</p>;
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange}>
      <div className="name-choice">
        {names.map(({ name, isAllowed, note }) => (
          <Checkbox
            key={name}
            value={name}
            disabled={!isAllowed}
            label={<span className="mono">{name}</span>}
            {...(note === undefined || note === '' ? {} : { description: note })}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
