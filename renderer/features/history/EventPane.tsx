// One Event in full: what happened as a sentence, what led to it and what it led to, its payload, and what its signature proves.
import { Button, SegmentedControl } from '@mantine/core';
import { IconFilter, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EventDetail, EventRow, HistoryReach } from '../../../core/contract/history.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { DetailTabs, Pane, Section } from '../../ui/Pane.tsx';
import { useKeyNames } from '../../ui/shortcuts.ts';
import { EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { PastPane } from './PastPane.tsx';
import { PayloadTree } from './PayloadTree.tsx';
import { isFile } from './use-history-log.ts';

export interface PayloadLook {
  readonly isExpanded: boolean;
  readonly isText: boolean;
}

/** What is known of one Event; undefined while it is on its way. */
export function useEventDetail(group: GroupAddress, sequence: number | undefined) {
  const desk = useDesk();
  const { language } = useTexts();
  const { connectionId, groupId } = group;
  return useQuery({
    queryKey: ['history', connectionId, groupId, 'event', sequence, language],
    queryFn: () => desk.history.read({ connectionId, groupId, sequence: sequence ?? 0 }),
    enabled: sequence !== undefined,
    placeholderData: keepPreviousData,
  });
}

export function EventPane(props: {
  readonly group: GroupAddress;
  readonly sequence: number | undefined;
  readonly look: PayloadLook;
  readonly onLook: (look: PayloadLook) => void;
  readonly onGo: (sequence: number) => void;
  readonly onFilter: (text: string) => void;
  readonly onBack: () => void;
  readonly tab: string | undefined;
  readonly onTab: (tab: string) => void;
  readonly reach: HistoryReach | undefined;
}) {
  const { group, sequence } = props;
  const { t } = useTexts();
  const keys = useKeyNames({
    next: 'next-row',
    previous: 'previous-row',
    cause: 'comment',
    effects: 'effects',
    expand: 'preview',
  });
  const { data, isError } = useEventDetail(group, sequence);
  if (sequence === undefined) {
    return (
      <Pane title={t('common.detail')}>
        <EmptyState
          icon={<IconHistory size={28} stroke={1.5} />}
          title={t('history.choose')}
          body={t('history.chooseBody', keys)}
        />
      </Pane>
    );
  }
  return (
    <Pane
      title={`#${sequence}`}
      label={t('common.detail')}
      subtitle={data?.ok === true ? data.value.row.words.text : undefined}
      onBack={props.onBack}
    >
      {isError && <LostNote />}
      {data === undefined && !isError && <Skeleton />}
      {data?.ok === false && <FaultNote fault={data.fault} />}
      {data?.ok === true && (
        <DetailTabs
          tab={props.tab}
          onTab={props.onTab}
          tabs={[
            {
              id: 'event',
              words: t('history.tabs.event'),
              content: () => <EventFacts {...props} detail={data.value} />,
            },
            {
              id: 'past',
              words: t('history.tabs.past'),
              content: () => (
                <PastPane
                  group={group}
                  sequence={sequence}
                  reach={props.reach}
                  workItemId={data.value.row.workItemId}
                  onGo={props.onGo}
                />
              ),
            },
          ]}
        />
      )}
    </Pane>
  );
}

interface FactsProps {
  readonly group: GroupAddress;
  readonly detail: EventDetail;
  readonly look: PayloadLook;
  readonly onLook: (look: PayloadLook) => void;
  readonly onGo: (sequence: number) => void;
  readonly onFilter: (text: string) => void;
}

function EventFacts(props: FactsProps) {
  const { group, detail } = props;
  const { row } = detail;
  const { t } = useTexts();
  return (
    <div className="stack-wide">
      <p className="history-says">
        {row.takenBackAt === undefined
          ? (row.sentence ?? row.kind)
          : t('history.takenBack', { at: row.takenBackAt })}
      </p>
      <dl className="facts">
        <dt>{t('history.facts.kind')}</dt>
        <dd className="mono">{row.kind}</dd>
        <dt>{t('history.facts.actor')}</dt>
        <dd>
          {row.actor.name} ({t(`common.actor.${row.actor.type}`)})
        </dd>
        <dt>{t('history.facts.acceptedBy')}</dt>
        <dd>{detail.acceptedBy.name}</dd>
        <dt>{t('history.facts.at')}</dt>
        <dd>
          <Instant atMs={row.occurredAtMs} isFocusable />
        </dd>
        {row.workItemId !== undefined && (
          <>
            <dt>{t('history.facts.item')}</dt>
            <dd>
              {isFile(group) ? (
                (row.title ?? row.workItemId)
              ) : (
                <a href={hrefOf('work', { ...group, workItemId: row.workItemId })}>
                  {row.title ?? row.workItemId}
                </a>
              )}
            </dd>
          </>
        )}
        <dt>{t('history.facts.eventId')}</dt>
        <dd>
          <IdChip id={row.eventId} />
        </dd>
        <dt>{t('history.facts.correlation')}</dt>
        <dd>
          <IdChip id={detail.correlationId} />
        </dd>
      </dl>
      <CauseChain {...props} />
      <SignatureFacts detail={detail} />
      <Payload {...props} />
    </div>
  );
}

function CauseChain({ detail, onGo, onFilter }: FactsProps) {
  const { row, sameCause, effects, causeEvent } = detail;
  const { t } = useTexts();
  const { cause } = row;
  const others = sameCause.filter(({ sequence }) => sequence !== row.sequence);
  return (
    <Section
      title={t('history.chain.title')}
      aside={
        cause !== undefined && (
          <Button
            variant="subtle"
            leftSection={<IconFilter size={14} />}
            onClick={() => onFilter(`cause:"${cause.id}"`)}
          >
            {t('history.chain.filter')}
          </Button>
        )
      }
    >
      <ol className="plain-list history-chain">
        {cause !== undefined && (
          <li>
            <span className="label">
              {cause.type === 'command' || cause.type === 'event' || cause.type === 'timer'
                ? t(`history.chain.${cause.type}`)
                : t('history.chain.policy')}
            </span>
            {causeEvent === undefined ? <IdChip id={cause.id} /> : <ChainLink row={causeEvent} onGo={onGo} />}
          </li>
        )}
        <li aria-current="true" className="history-chain-here">
          <span className="numbers">#{row.sequence}</span> {row.words.text}
        </li>
        {others.length > 0 && <ChainPart title={t('history.chain.same')} rows={others} onGo={onGo} />}
        {effects.length > 0 && <ChainPart title={t('history.chain.effects')} rows={effects} onGo={onGo} />}
      </ol>
      {effects.length === 0 && others.length === 0 && <p className="muted">{t('history.chain.noEffects')}</p>}
    </Section>
  );
}

function ChainPart(props: {
  readonly title: string;
  readonly rows: readonly EventRow[];
  readonly onGo: (sequence: number) => void;
}) {
  return (
    <li>
      <span className="label">{props.title}</span>
      <ul className="plain-list">
        {props.rows.map((row) => (
          <li key={row.sequence}>
            <ChainLink row={row} onGo={props.onGo} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function ChainLink(props: { readonly row: EventRow; readonly onGo: (sequence: number) => void }) {
  const { row, onGo } = props;
  return (
    <button type="button" className="history-link" onClick={() => onGo(row.sequence)}>
      <span className="numbers">#{row.sequence}</span> {row.sentence ?? row.words.text}
    </button>
  );
}

function SignatureFacts(props: { readonly detail: EventDetail }) {
  const { signature } = props.detail;
  const { t } = useTexts();
  const { validFromMs, validUntilMs } = signature;
  return (
    <Section title={t('history.signature.title')}>
      <dl className="facts">
        <dt>{t('history.signature.verdict')}</dt>
        <dd className="history-verdict" data-verdict={signature.verdict}>
          {signature.verdictWords.text}
        </dd>
        <dt>{t('history.signature.key')}</dt>
        <dd>
          <IdChip id={signature.keyId} />
        </dd>
        <dt>{t('history.signature.signer')}</dt>
        <dd>{signature.signer.name}</dd>
        <dt>{t('history.signature.protectedTime')}</dt>
        <dd className="mono">{signature.protectedTime}</dd>
        <dt>{t('history.signature.validity')}</dt>
        <dd>
          {validFromMs === undefined ? (
            t('history.signature.unknown')
          ) : (
            <>
              <Instant atMs={validFromMs} isFocusable /> –{' '}
              {validUntilMs === undefined ? '' : <Instant atMs={validUntilMs} isFocusable />}
            </>
          )}
        </dd>
        {signature.signingHash !== undefined && (
          <>
            <dt>{t('history.signature.signingHash')}</dt>
            <dd className="mono history-hash">{signature.signingHash}</dd>
          </>
        )}
      </dl>
    </Section>
  );
}

function Payload({ detail, look, onLook }: FactsProps) {
  const { signedText, row } = detail;
  const { t } = useTexts();
  const document = useMemo<unknown>(
    () => (signedText === undefined ? undefined : JSON.parse(signedText)),
    [signedText],
  );
  if (signedText === undefined) {
    return (
      <Section title={t('history.payload.title')}>
        <p>{t('history.payload.gone', { at: row.takenBackAt ?? 0 })}</p>
      </Section>
    );
  }
  return (
    <Section
      title={t('history.payload.title')}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('history.payload.title')}
          value={look.isText ? 'text' : 'tree'}
          data={[
            { value: 'tree', label: t('history.payload.tree') },
            { value: 'text', label: t('history.payload.text') },
          ]}
          onChange={(value) => onLook({ ...look, isText: value === 'text' })}
        />
      }
    >
      {look.isText ? (
        <pre className="mono history-signed" tabIndex={0} aria-label={t('history.payload.text')}>
          {signedText}
        </pre>
      ) : (
        <PayloadTree
          key={String(look.isExpanded)}
          value={document}
          isExpanded={look.isExpanded}
          label={t('history.payload.tree')}
        />
      )}
    </Section>
  );
}
