// Search by words over everything that is kept here: Messages, contracts, Evidence, Events. A result names its place, and the Event
// stands beside it.
import { SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SEARCH_AREAS, type SearchArea, type SearchHit } from '../../../core/contract/search.ts';
import { go, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Panes } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, FaultNote, LostNote } from '../../ui/states.tsx';
import { EventPane, type PayloadLook } from '../history/EventPane.tsx';
import './search.css';

const TYPING_MS = 200;
const SHOWN = 50;
/** How often one looks again while an index is growing. */
const GROWING_MS = 800;
const NOWHERE = { connectionId: '-', groupId: '-' };

export function SearchScreen() {
  const { t, language } = useTexts();
  const desk = useDesk();
  const [given, setGiven] = useRouteValue('text');
  const [areaName, setArea] = useRouteValue('area');
  const [text, setText] = useState(given ?? '');
  const [known, setKnown] = useState(given);
  const [chosenId, setChosenId] = useState<string>();
  const [tab, setTab] = useState<string>();
  const [look, setLook] = useState<PayloadLook>({ isExpanded: false, isText: false });
  const field = useRef<HTMLInputElement>(null);
  const wanted = (given ?? '').trim();
  const area = SEARCH_AREAS.find((each) => each === areaName);
  if (known !== given) {
    setKnown(given);
    if (text.trim() !== wanted) setText(given ?? '');
  }
  useEffect(() => {
    const timer = setTimeout(() => setGiven(text.trim() === '' ? undefined : text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, setGiven]);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const { data, isError } = useQuery({
    queryKey: ['search', wanted, area, language],
    queryFn: ({ signal }) =>
      desk.search.find({ text: wanted, limit: SHOWN, ...(area === undefined ? {} : { area }) }, { signal }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.ok === true && !state.data.value.isComplete ? GROWING_MS : false,
  });
  useShortcuts([
    { id: 'filter', words: t('search.label'), run: () => field.current?.focus() },
    { id: 'close', words: t('frame.shortcuts.closeThing'), run: () => setChosenId(undefined) },
  ]);
  const found = wanted !== '' && data?.ok === true ? data.value : undefined;
  const rows = found?.hits ?? [];
  const chosen = rows.find(({ id }) => id === chosenId);
  const open = ({ connectionId, groupId, sequence }: SearchHit): void =>
    go('history', { connectionId, groupId, sequence: String(sequence) });
  return (
    <Panes
      listSize="wide"
      isDetailOpen={chosen !== undefined}
      list={
        <ListPane
          title={t('search.title')}
          subtitle={
            found === undefined ? undefined : (
              <span className="numbers" role="status">
                {found.count >= 1_000 ? t('search.many') : t('search.count', { count: found.count })}
                {!found.isComplete && ` · ${t('search.growing')}`}
              </span>
            )
          }
          toolbar={
            <>
              <TextInput
                ref={field}
                className="search-field"
                size="xs"
                type="search"
                aria-label={t('search.label')}
                placeholder={t('search.hint')}
                leftSection={<IconSearch size={14} />}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' || event.key === 'ArrowDown') {
                    event.preventDefault();
                    if (rows[0] !== undefined) setChosenId(rows[0].id);
                    document.querySelector<HTMLElement>('.list-scroller')?.focus();
                  }
                }}
              />
              <SegmentedControl
                size="xs"
                aria-label={t('search.area')}
                value={area ?? 'all'}
                data={(['all', ...SEARCH_AREAS] as const).map((name) => ({
                  value: name,
                  label: t(`search.areas.${name}`),
                }))}
                onChange={(name) => setArea(name === 'all' ? undefined : name)}
              />
            </>
          }
          rows={rows}
          status={wanted !== '' && data === undefined && !isError ? 'loading' : 'live'}
          selectedId={chosenId}
          onSelect={({ id }) => setChosenId(id)}
          onOpen={open}
          rowHeight={52}
          renderRow={(row) => <HitLine row={row} />}
          empty={
            isError ? (
              <LostNote />
            ) : data?.ok === false ? (
              <FaultNote fault={data.fault} />
            ) : (
              <EmptyState
                icon={<IconSearch size={28} stroke={1.5} />}
                title={wanted === '' ? t('search.begin') : t('search.nothing', { text: wanted })}
                body={t('search.body')}
              />
            )
          }
        />
      }
      detail={
        <EventPane
          group={chosen ?? NOWHERE}
          sequence={chosen?.sequence}
          look={look}
          onLook={setLook}
          onGo={(sequence) => {
            if (chosen !== undefined) open({ ...chosen, sequence });
          }}
          onFilter={(filter) => {
            if (chosen === undefined) return;
            const { connectionId, groupId } = chosen;
            go('history', { connectionId, groupId, filter });
          }}
          onBack={() => setChosenId(undefined)}
          tab={tab}
          onTab={setTab}
          reach={undefined}
        />
      }
    />
  );
}

function HitLine(props: { readonly row: SearchHit }) {
  const { row } = props;
  const { t } = useTexts();
  return (
    <>
      <div className="row-two-lines">
        <div className="row-main">
          <span className="search-excerpt">
            <Excerpt parts={row.excerpt} />
          </span>
        </div>
        <div className="row-aside">
          <span>{t(`search.areas.${row.area satisfies SearchArea}`)}</span>
          <span className="ellipsis">{row.missionTitle}</span>
          {row.title !== undefined && <span className="ellipsis">{row.title}</span>}
          <span className="ellipsis">{row.actor.name}</span>
        </div>
      </div>
      <div className="row-end">
        <span className="numbers muted">#{row.sequence}</span>
        <Instant atMs={row.occurredAtMs} />
      </div>
    </>
  );
}

/** Parts follow each other, so each is known by where it begins. */
function Excerpt(props: { readonly parts: SearchHit['excerpt'] }) {
  let at = 0;
  const placed = props.parts.map(({ text, isMatch }) => {
    const from = at;
    at += text.length;
    return { text, isMatch, from };
  });
  return placed.map(({ text, isMatch, from }) =>
    isMatch ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>,
  );
}
