// Where a content comes from and what was made of it: as a graph, and as a list that says the same to everybody.
import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ArtifactDetail, ProvenanceNode } from '../../../core/contract/artifacts.ts';
import { MAX_PROVENANCE_NODES } from '../../../core/contract/artifacts.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Section } from '../../ui/Pane.tsx';
import { StrangerText } from '../review/StrangerText.tsx';
import { revealInvisible } from '../review/stranger-text.ts';
import { BOX, branchesOf, placeProvenance, type ProvenanceBranch } from './provenance-layout.ts';

const VIEWS = ['graph', 'list'] as const;

export function OriginPart(props: { readonly detail: ArtifactDetail }) {
  const { detail } = props;
  const { t } = useTexts();
  const [view, setView] = useState<(typeof VIEWS)[number]>('graph');
  return (
    <div className="stack-wide">
      <SegmentedControl
        size="xs"
        className="origin-view"
        aria-label={t('artifacts.origin.view')}
        data={VIEWS.map((value) => ({ value, label: t(`artifacts.origin.${value}`) }))}
        value={view}
        onChange={(value) => setView(value === 'list' ? 'list' : 'graph')}
      />
      {view === 'graph' ? <OriginGraph detail={detail} /> : <OriginList detail={detail} />}
      {detail.provenance.isCut && (
        <p className="warn">{t('artifacts.origin.cut', { count: MAX_PROVENANCE_NODES })}</p>
      )}
    </div>
  );
}

function hrefOfNode({ address, contentHash }: ProvenanceNode): string | undefined {
  if (address === undefined) return undefined;
  const { connectionId, groupId } = address;
  return hrefOf('artifacts', { connectionId, groupId, hash: contentHash, tab: 'origin' });
}

function OriginGraph(props: { readonly detail: ArtifactDetail }) {
  const { detail } = props;
  const { t } = useTexts();
  const picture = useMemo(() => placeProvenance(detail.provenance), [detail.provenance]);
  return (
    <div className="origin-graph" role="region" aria-label={t('artifacts.origin.graphLabel')} tabIndex={0}>
      <div className="origin-picture" style={{ width: picture.width, height: picture.height }}>
        <svg width={picture.width} height={picture.height} aria-hidden>
          <defs>
            <marker
              id="origin-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0 0 L8 4 L0 8 z" className="origin-arrow" />
            </marker>
          </defs>
          {picture.edges.map(({ id, path }) => (
            <path key={id} d={path} className="origin-edge" markerEnd="url(#origin-arrow)" />
          ))}
        </svg>
        <ul className="plain-list">
          {picture.nodes.map(({ node, x, y }) => (
            <li
              key={node.contentHash}
              className="origin-box"
              data-self={node.level === 0}
              data-content={node.content}
              style={{ left: x, top: y, width: BOX.width, height: BOX.height }}
            >
              <NodeName node={node} />
              <span className="muted ellipsis">
                {node.producerName ?? t('artifacts.origin.unknown')} ·{' '}
                {t(`artifacts.content.${node.content}`)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function NodeName(props: { readonly node: ProvenanceNode }) {
  const { node } = props;
  const href = node.level === 0 ? undefined : hrefOfNode(node);
  const name = <StrangerText text={node.title} isInline />;
  if (href === undefined) {
    return (
      <span className="strong ellipsis" title={revealInvisible(node.title)}>
        {name}
      </span>
    );
  }
  return (
    <a className="strong ellipsis" href={href} title={revealInvisible(node.title)}>
      {name}
    </a>
  );
}

function OriginList(props: { readonly detail: ArtifactDetail }) {
  const { provenance, contentHash } = props.detail;
  const { t } = useTexts();
  const sources = branchesOf(provenance, contentHash, 'sources');
  const derived = branchesOf(provenance, contentHash, 'derived');
  return (
    <div className="stack-wide">
      <Section title={t('artifacts.origin.from')}>
        {sources.length === 0 ? (
          <p className="muted">{t('artifacts.origin.noSources')}</p>
        ) : (
          <Branches branches={sources} />
        )}
      </Section>
      <Section title={t('artifacts.origin.into')}>
        {derived.length === 0 ? (
          <p className="muted">{t('artifacts.origin.noDerived')}</p>
        ) : (
          <Branches branches={derived} />
        )}
      </Section>
    </div>
  );
}

function Branches(props: { readonly branches: readonly ProvenanceBranch[] }) {
  const { t } = useTexts();
  return (
    <ul className="origin-list">
      {props.branches.map(({ node, isRepeated, branches }) => (
        <li key={node.contentHash}>
          <NodeName node={node} />{' '}
          <span className="muted">
            {node.producerName === undefined
              ? t('artifacts.origin.unknown')
              : `${node.producerName} · ${node.missionTitle ?? ''}`}{' '}
            · {t(`artifacts.content.${node.content}`)}
            {isRepeated && ` · ${t(node.level === 0 ? 'artifacts.origin.self' : 'artifacts.origin.above')}`}
          </span>
          {branches.length > 0 && <Branches branches={branches} />}
        </li>
      ))}
    </ul>
  );
}
