// The admission log, newest first and page by page: what was accepted, what the rules refused, and what was not even believed.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type {
  AdministeredRow,
  AdmissionCursor,
  AdmissionEntry,
  AdmissionFilter,
} from '../../../core/contract/operator.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { formatInstant, formatNumber } from '../../ui/format.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState, FaultNote, LostNote } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { instantOf } from './local-time.ts';

const PAGE_ROWS = 100;
const TYPES = ['all', 'admitted', 'refused', 'failed'] as const;
const NO_FILTER: AdmissionFilter = { type: 'all', actor: '', kind: '', code: '' };

const TYPE_STATES: { readonly [Each in AdmissionEntry['type']]: string } = {
  admitted: 'accepted',
  refused: 'refused',
  failed: 'failed',
};

interface Pages {
  readonly rows: readonly AdmissionEntry[];
  readonly cursor: AdmissionCursor | undefined;
  readonly lookedBackToMs: number | undefined;
}

export function AdmissionsPart(props: { readonly authority: AdministeredRow }) {
  const { authorityId } = props.authority;
  const { t, language } = useTexts();
  const desk = useDesk();
  const ask = useRequest(desk.operator.admissions);
  const [filter, setFilter] = useState(NO_FILTER);
  const [pages, setPages] = useState<Pages>();
  const [chosenId, choose] = useState<string>();
  const load = async (wanted: AdmissionFilter, before: Pages | undefined): Promise<void> => {
    const found = await ask.run({
      authorityId,
      filter: wanted,
      limit: PAGE_ROWS,
      ...(before?.cursor === undefined ? {} : { cursor: before.cursor }),
    });
    if (found === undefined) return;
    setPages({
      rows: [...(before?.rows ?? []), ...found.rows],
      cursor: found.cursor,
      lookedBackToMs: found.lookedBackToMs,
    });
  };
  useEffect(() => {
    drop(() => load(NO_FILTER, undefined));
    // Once for each Authority; afterwards only when somebody asks.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [authorityId]);
  const rows = pages?.rows ?? [];
  const selected = rows.find(({ id }) => id === chosenId) ?? rows[0];
  const older =
    pages === undefined ? null : pages.cursor === undefined ? (
      <p className="muted">{t('operator.admissions.end')}</p>
    ) : (
      <div className="line">
        {pages.lookedBackToMs !== undefined && (
          <span className="muted">
            {t('operator.admissions.searched', {
              time: formatInstant(pages.lookedBackToMs, Date.now(), language),
            })}
          </span>
        )}
        <Button variant="default" loading={ask.isRunning} onClick={() => drop(() => load(filter, pages))}>
          {t('operator.admissions.older')}
        </Button>
      </div>
    );
  return (
    <div className="operator-log">
      <FilterForm
        onFilter={(next) => {
          setFilter(next);
          choose(undefined);
          drop(() => load(next, undefined));
        }}
      />
      {ask.fault !== undefined && <FaultNote fault={ask.fault} />}
      {ask.isLost && <LostNote onRetry={() => drop(() => load(filter, undefined))} />}
      <Panes
        isDetailOpen={chosenId !== undefined}
        listSize="wide"
        list={
          <ListPane
            title={t('operator.section.admissions')}
            rows={rows}
            status={pages === undefined && ask.isRunning ? 'loading' : 'live'}
            selectedId={selected?.id}
            onSelect={({ id }) => choose(id)}
            rowHeight={46}
            renderRow={(row) => (
              <>
                <div className="row-two-lines">
                  <div className="row-main">
                    <span className="strong ellipsis">
                      {row.actor?.name ?? t('operator.admissions.nobody')}
                    </span>
                    <span className="mono ellipsis">{row.kind}</span>
                  </div>
                  <div className="row-aside">
                    <Instant atMs={row.atMs} />
                    <span className="ellipsis">{row.words.text}</span>
                  </div>
                </div>
                <div className="row-end">
                  <StateWord
                    state={TYPE_STATES[row.type]}
                    words={{
                      key: row.type,
                      values: {},
                      text: t(`operator.admissions.types.${row.type}`),
                    }}
                  />
                </div>
              </>
            )}
            empty={
              <EmptyState
                icon={<IconListSearch size={28} stroke={1.5} />}
                title={t('operator.admissions.empty')}
                body={t('operator.admissions.emptyBody')}
              />
            }
            footer={older}
          />
        }
        detail={<EntryPane entry={selected} onBack={() => choose(undefined)} />}
      />
    </div>
  );
}

function FilterForm(props: { readonly onFilter: (filter: AdmissionFilter) => void }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState(NO_FILTER);
  const [from, setFrom] = useState('');
  const [through, setThrough] = useState('');
  const submit = (): void => {
    const [fromMs, throughMs] = [instantOf(from), instantOf(through)];
    props.onFilter({
      ...draft,
      ...(fromMs === undefined ? {} : { fromMs }),
      ...(throughMs === undefined ? {} : { throughMs }),
    });
  };
  return (
    <form
      className="operator-filter"
      aria-label={t('common.filter')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <NativeSelect
        size="xs"
        label={t('operator.admissions.type')}
        value={draft.type}
        data={TYPES.map((value) => ({ value, label: t(`operator.admissions.types.${value}`) }))}
        onChange={(event) => {
          const type = TYPES.find((each) => each === event.currentTarget.value) ?? 'all';
          setDraft((before) => ({ ...before, type }));
        }}
      />
      {(['actor', 'kind', 'code'] as const).map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={t(`operator.admissions.${name}`)}
          value={draft[name]}
          maxLength={256}
          spellCheck={false}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setDraft((before) => ({ ...before, [name]: value }));
          }}
        />
      ))}
      <TextInput
        size="xs"
        type="datetime-local"
        label={t('operator.admissions.from')}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="datetime-local"
        label={t('operator.admissions.through')}
        value={through}
        onChange={(event) => setThrough(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">
        {t('operator.admissions.find')}
      </Button>
    </form>
  );
}

function EntryPane(props: { readonly entry: AdmissionEntry | undefined; readonly onBack: () => void }) {
  const { entry } = props;
  const { t, language } = useTexts();
  if (entry === undefined) {
    return (
      <Pane title={t('common.detail')}>
        <EmptyState icon={<IconListSearch size={28} stroke={1.5} />} title={t('operator.admissions.empty')} />
      </Pane>
    );
  }
  return (
    <Pane title={entry.words.text} onBack={props.onBack}>
      <div className="stack-wide">
        <dl className="facts">
          <dt>{t('operator.admissions.at')}</dt>
          <dd>
            <Instant atMs={entry.atMs} isFocusable />
          </dd>
          <dt>{t('operator.admissions.actor')}</dt>
          <dd>
            {entry.actor === undefined ? (
              t('operator.admissions.nobody')
            ) : (
              <>
                {entry.actor.name} <IdChip id={entry.actor.id} />
              </>
            )}
          </dd>
          {entry.kind !== undefined && (
            <>
              <dt>{t('operator.admissions.kind')}</dt>
              <dd className="mono">{entry.kind}</dd>
            </>
          )}
          <dt>{t('operator.admissions.code')}</dt>
          <dd className="mono">{entry.code}</dd>
          {entry.actionId !== undefined && (
            <>
              <dt>{t('operator.admissions.action')}</dt>
              <dd>
                <IdChip id={entry.actionId} />
              </dd>
            </>
          )}
          {entry.groupId !== undefined && (
            <>
              <dt>{t('operator.admissions.group')}</dt>
              <dd>
                <IdChip id={entry.groupId} />
                {entry.sequence !== undefined && (
                  <span className="numbers">
                    {' '}
                    {t('operator.admissions.sequence', { sequence: entry.sequence })}
                  </span>
                )}
              </dd>
            </>
          )}
          {entry.position !== undefined && (
            <>
              <dt>{t('operator.admissions.place')}</dt>
              <dd className="numbers">{formatNumber(entry.position, language)}</dd>
            </>
          )}
          {entry.events !== undefined && (
            <>
              <dt>{t('operator.admissions.events')}</dt>
              <dd className="numbers">{entry.events}</dd>
            </>
          )}
          {entry.detail !== undefined && (
            <>
              <dt>{t('operator.admissions.detail')}</dt>
              <dd>{entry.detail}</dd>
            </>
          )}
        </dl>
        {entry.type !== 'admitted' && <p className="muted">{t('operator.admissions.note')}</p>}
      </div>
    </Pane>
  );
}
