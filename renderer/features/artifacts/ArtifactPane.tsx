// One Artifact: its verdicts and what can be done first, then facts, preview, origin, uses, and a comparison with another one.
import { Select } from '@mantine/core';
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { ArtifactDetail, ArtifactRow } from '../../../core/contract/artifacts.ts';
import { go, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { formatBytes } from '../../ui/format.ts';
import { DetailTabs, Pane } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { Skeleton } from '../../ui/states.tsx';
import { ArtifactPreview } from '../review/ArtifactPreview.tsx';
import { StrangerText } from '../review/StrangerText.tsx';
import { revealInvisible } from '../review/stranger-text.ts';
import { ArtifactActs } from './ArtifactActs.tsx';
import { FactsPart } from './FactsPart.tsx';
import { OriginPart } from './OriginPart.tsx';
import { UsesPart } from './UsesPart.tsx';
import { hasProblem } from './library-filter.ts';
import { KeepBoth } from './KeepBoth.tsx';
import { HashVerdict } from './verdicts.tsx';

/** More than this is fetched for a preview only when somebody says so. */
const LARGE_BYTES = 20_000_000;

export function ArtifactPane(props: {
  readonly row: ArtifactRow;
  /** All that the library knows, for the comparison. */
  readonly rows: readonly ArtifactRow[];
  readonly onBack: () => void;
}) {
  const { row, rows } = props;
  const { connectionId, groupId, artifactId } = row;
  const { t } = useTexts();
  const live = useLive('artifacts.detail', { connectionId, groupId, artifactId });
  const [tab, setTab] = useRouteValue('tab');
  const detail = live.rows[0];
  const nextProblem = rows.find((each) => hasProblem(each) && each.id !== row.id);
  useShortcuts([
    { id: 'preview', words: t('artifacts.tabs.preview'), run: () => setTab('preview') },
    { id: 'diff', words: t('artifacts.acts.compare'), run: () => setTab('compare') },
    {
      id: 'next-for-me',
      words: t('artifacts.acts.next'),
      isOff: nextProblem === undefined,
      run: () => {
        if (nextProblem !== undefined)
          go('artifacts', {
            connectionId: nextProblem.connectionId,
            groupId: nextProblem.groupId,
            artifact: nextProblem.id,
          });
      },
    },
  ]);
  return (
    <Pane
      title={<StrangerText text={row.title} isInline />}
      label={revealInvisible(row.title)}
      subtitle={<HashVerdict row={row} />}
      onBack={props.onBack}
    >
      <div className="stack-wide">
        <ArtifactActs row={row} detail={detail} onCompare={() => setTab('compare')} />
        {row.content === 'differs' && <DiffersNote row={row} detail={detail} />}
        {row.content === 'unavailable' && (
          <Note title={t('artifacts.unavailable.title')} body={t('artifacts.unavailable.body')} />
        )}
        {detail === undefined ? (
          <Skeleton />
        ) : (
          <DetailTabs
            tab={tab}
            onTab={setTab}
            tabs={[
              { id: 'facts', words: t('artifacts.tabs.facts'), content: () => <FactsPart detail={detail} /> },
              {
                id: 'preview',
                words: t('artifacts.tabs.preview'),
                content: () => <PreviewPart key={row.checkedAtMs} row={row} />,
              },
              {
                id: 'origin',
                words: t('artifacts.tabs.origin'),
                count: detail.provenance.nodes.length - 1,
                content: () => <OriginPart detail={detail} />,
              },
              {
                id: 'uses',
                words: t('artifacts.tabs.uses'),
                count: detail.submittedIn.length + detail.approvedBy.length + detail.inputOf.length,
                content: () => <UsesPart detail={detail} />,
              },
              {
                id: 'compare',
                words: t('artifacts.tabs.compare'),
                content: () => <ComparePart row={row} rows={rows} />,
              },
            ]}
          />
        )}
      </div>
    </Pane>
  );
}

function Note(props: { readonly title: string; readonly body: string; readonly children?: React.ReactNode }) {
  return (
    <div className="card artifact-note">
      <p className="strong">
        <IconAlertTriangle size={15} aria-hidden /> {props.title}
      </p>
      <p>{props.body}</p>
      {props.children}
    </div>
  );
}

function DiffersNote(props: { readonly row: ArtifactRow; readonly detail: ArtifactDetail | undefined }) {
  const { row, detail } = props;
  const { t, language } = useTexts();
  return (
    <Note title={t('artifacts.differs.title')} body={t('artifacts.differs.body')}>
      <dl className="facts">
        <dt>{t('artifacts.differs.expected')}</dt>
        <dd className="mono artifact-hash">{row.contentHash}</dd>
        {detail?.found !== undefined && (
          <>
            <dt>{t('artifacts.differs.found')}</dt>
            <dd>
              <span className="mono artifact-hash">{detail.found.contentHash}</span>{' '}
              <span className="muted">{formatBytes(detail.found.sizeBytes, language)}</span>
            </dd>
          </>
        )}
      </dl>
      <KeepBoth row={row} path={undefined} />
    </Note>
  );
}

function PreviewPart(props: { readonly row: ArtifactRow }) {
  const { row } = props;
  const { t, language } = useTexts();
  const [view, setView] = useState<string>();
  const [isWanted, setIsWanted] = useState(false);
  if (row.isPreviewForbidden) {
    return (
      <div className="card artifact-note">
        <p className="strong">
          <IconEyeOff size={15} aria-hidden /> {t('artifacts.forbidden.title')}
        </p>
        <p>{t('artifacts.forbidden.body')}</p>
      </div>
    );
  }
  if (row.sizeBytes > LARGE_BYTES && !row.hasCopy && !isWanted) {
    const size = formatBytes(row.sizeBytes, language);
    return (
      <Note title={t('artifacts.large.title', { size })} body={t('artifacts.large.body')}>
        <button type="button" className="link-button" onClick={() => setIsWanted(true)}>
          {t('artifacts.large.fetch')}
        </button>
      </Note>
    );
  }
  return <ArtifactPreview place={row} subject={row} view={view} onView={setView} />;
}

function ComparePart(props: { readonly row: ArtifactRow; readonly rows: readonly ArtifactRow[] }) {
  const { row, rows } = props;
  const { t, language } = useTexts();
  const [otherId, setOther] = useRouteValue('with');
  // What could be another version of the same stands first.
  const closeness = (each: ArtifactRow): number =>
    Number(each.workItemId === row.workItemId) + 2 * Number(each.mediaType === row.mediaType);
  const others = rows
    .filter(({ id, connectionId }) => id !== row.id && connectionId === row.connectionId)
    .toSorted((a, b) => closeness(b) - closeness(a));
  const other = others.find(({ id }) => id === otherId);
  const facts = (each: ArtifactRow) => [
    [t('artifacts.facts.hash'), each.contentHash],
    [t('artifacts.facts.size'), formatBytes(each.sizeBytes, language)],
    [t('artifacts.facts.mediaType'), revealInvisible(each.mediaType)],
    [t('artifacts.facts.class'), each.classificationWords.text],
    [
      t('artifacts.facts.producer'),
      `${each.producer.name} (${t('artifacts.row.card', { version: each.cardVersion })})`,
    ],
    [t('artifacts.facts.item'), each.workItemTitle ?? ''],
    [t('artifacts.facts.verdict'), t(`artifacts.content.${each.content}`)],
    [t('artifacts.facts.signature'), t(`artifacts.signature.${each.signature}`)],
  ];
  return (
    <div className="stack-wide">
      <Select
        label={t('artifacts.compare.with')}
        placeholder={t('artifacts.compare.choose')}
        searchable
        data={others.map((each) => ({
          value: each.id,
          label: `${revealInvisible(each.title)} · ${each.workItemTitle ?? ''} · …${each.contentHash.slice(-8)}`,
        }))}
        value={other?.id ?? null}
        onChange={(value) => setOther(value ?? undefined)}
      />
      {other !== undefined && (
        <>
          <p role="status" className="strong">
            {t(other.contentHash === row.contentHash ? 'artifacts.compare.same' : 'artifacts.compare.other')}
          </p>
          <div className="table-scroller">
            <table className="table">
              <thead>
                <tr>
                  <th>{t('artifacts.compare.fact')}</th>
                  <th>{t('artifacts.compare.this')}</th>
                  <th>{t('artifacts.compare.that')}</th>
                </tr>
              </thead>
              <tbody>
                {facts(row).map(([name = '', value], index) => {
                  const that = facts(other)[index]?.[1];
                  return (
                    <tr key={name} data-differs={that !== value}>
                      <th scope="row">{name}</th>
                      <td className="artifact-hash">{value}</td>
                      <td className="artifact-hash">{that}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
          {other.contentHash !== row.contentHash && (
            <ArtifactPreview
              key={other.id}
              place={row}
              subject={row}
              earlier={{ label: revealInvisible(other.title), contentHash: other.contentHash, place: other }}
              view="difference"
              onView={() => undefined}
            />
          )}
        </>
      )}
    </div>
  );
}
