// The library of Artifacts: of one Mission or of all, each with its hash verdict, its signature and its uses; the chosen one in
// full beside the list.
import { Select } from '@mantine/core';
import { IconDownload, IconFiles } from '@tabler/icons-react';
import type { ArtifactRow } from '../../../core/contract/artifacts.ts';
import { go, useRoute, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StrangerText } from '../review/StrangerText.tsx';
import { ArtifactPane } from './ArtifactPane.tsx';
import { HashVerdict, SignatureVerdict } from './verdicts.tsx';
import { hasProblem, isShown, SHOWS, showOf, textOfArtifact } from './library-filter.ts';
import '../review/review.css';
import './artifacts.css';

export function ArtifactsScreen() {
  const { t } = useTexts();
  const { connectionId, groupId, hash } = useRoute().values;
  const [chosenId, choose] = useRouteValue('artifact');
  const [shownText, setShow] = useRouteValue('show');
  const isOne = connectionId !== undefined && groupId !== undefined;
  const list = useLive('artifacts.follow', isOne ? { connectionId, groupId } : {});
  const show = showOf(shownText);
  const rows = list.rows.filter((row) => isShown(row, show));
  // A link names the content where it does not know what the manifest is called; it holds until another one is chosen.
  const named = list.rows.find((row) =>
    chosenId === undefined ? row.contentHash === hash : row.id === chosenId,
  );
  const isNamed = chosenId !== undefined || hash !== undefined;
  const selected = isNamed ? named : rows[0];
  return (
    <Panes
      listSize="middle"
      isDetailOpen={isNamed}
      list={
        <ListPane
          title={t('artifacts.title')}
          toolbar={
            <>
              <ScopePicker place={isOne ? { connectionId, groupId } : undefined} />
              <Select
                size="xs"
                w={170}
                aria-label={t('artifacts.show')}
                allowDeselect={false}
                value={show}
                onChange={(value) => setShow(value === null || value === 'all' ? undefined : value)}
                data={[
                  { value: 'all', label: t('artifacts.shows.all') },
                  ...(['state', 'use', 'class'] as const).map((group) => ({
                    group: t(`artifacts.groups.${group}`),
                    items: SHOWS[group].map((value) => ({ value, label: t(`artifacts.shows.${value}`) })),
                  })),
                ]}
              />
            </>
          }
          rows={rows}
          status={list.status}
          selectedId={selected?.id}
          onSelect={({ id }) => choose(id)}
          textOf={textOfArtifact}
          needsMe={hasProblem}
          rowHeight={68}
          empty={
            <EmptyState
              icon={<IconFiles size={28} stroke={1.5} />}
              title={t(show === 'all' ? 'artifacts.empty.title' : 'artifacts.empty.filtered')}
              body={t('artifacts.empty.body')}
            />
          }
          renderRow={(row) => <ArtifactLine row={row} hasMission={!isOne} />}
        />
      }
      detail={
        selected === undefined ? (
          <Pane title={t('common.detail')}>
            {isNamed && list.isComplete ? (
              <EmptyState
                icon={<IconFiles size={28} stroke={1.5} />}
                title={t('artifacts.gone.title')}
                body={t('artifacts.gone.body')}
              />
            ) : (
              <EmptyState
                icon={<IconFiles size={28} stroke={1.5} />}
                title={t('artifacts.choose.title')}
                body={t('artifacts.choose.body')}
              />
            )}
          </Pane>
        ) : (
          <ArtifactPane
            key={selected.id}
            row={selected}
            rows={list.rows}
            onBack={() => go('artifacts', isOne ? { connectionId, groupId } : {})}
          />
        )
      }
    />
  );
}

const ALL = '';

/** One Mission, or all of them. */
function ScopePicker(props: {
  readonly place: { readonly connectionId: string; readonly groupId: string } | undefined;
}) {
  const { place } = props;
  const { t } = useTexts();
  const { rows } = useLive('missions.follow');
  const keyOf = (group: { readonly connectionId: string; readonly groupId: string }): string =>
    `${group.connectionId} ${group.groupId}`;
  return (
    <Select
      size="xs"
      w={200}
      aria-label={t('artifacts.scope')}
      allowDeselect={false}
      data={[
        { value: ALL, label: t('artifacts.allMissions') },
        ...rows.map((row) => ({ value: keyOf(row), label: row.title })),
      ]}
      value={place === undefined ? ALL : keyOf(place)}
      onChange={(key) => {
        const row = rows.find((each) => keyOf(each) === key);
        go('artifacts', row === undefined ? {} : { connectionId: row.connectionId, groupId: row.groupId });
      }}
    />
  );
}

function ArtifactLine(props: { readonly row: ArtifactRow; readonly hasMission: boolean }) {
  const { row } = props;
  const { t, language } = useTexts();
  return (
    <div className="library-row">
      <div className="library-line">
        <span className="strong library-title">
          <StrangerText text={row.title} isInline />
          {row.hasCopy && (
            <span className="library-copy" title={t('artifacts.row.kept')}>
              <IconDownload size={13} aria-hidden />
              <span className="visually-hidden">{t('artifacts.row.kept')}</span>
            </span>
          )}
        </span>
        <HashVerdict row={row} />
      </div>
      <div className="library-line muted">
        <span className="library-facts">
          <span className="numbers">{formatBytes(row.sizeBytes, language)}</span>
          <span className="class-word" data-class={row.classification}>
            {row.classificationWords.text}
          </span>
          <span>
            {row.producer.name} ({t('artifacts.row.card', { version: row.cardVersion })})
          </span>
          <span className="ellipsis library-type">
            <StrangerText text={row.mediaType} isInline />
          </span>
        </span>
        <SignatureVerdict row={row} />
      </div>
      <div className="library-line muted">
        <span className="ellipsis">
          {row.workItemTitle}
          {props.hasMission && ` · ${row.missionTitle}`}
        </span>
        <span className="library-facts library-end">
          {row.submissions === 0 && row.approvals === 0 ? (
            <span>{t('artifacts.row.unused')}</span>
          ) : (
            <>
              {row.submissions > 0 && <span>{t('artifacts.row.submitted', { count: row.submissions })}</span>}
              {row.approvals > 0 && <span>{t('artifacts.row.approved', { count: row.approvals })}</span>}
            </>
          )}
          {row.checkedAtMs !== undefined && (
            <span>
              {t('artifacts.row.checked')} <Instant atMs={row.checkedAtMs} isRelative />
            </span>
          )}
        </span>
      </div>
    </div>
  );
}
