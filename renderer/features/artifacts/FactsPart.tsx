// The facts of an Artifact, as its signed manifest states them and as this computer has found them.
import type { ReactNode } from 'react';
import type { ArtifactDetail } from '../../../core/contract/artifacts.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { StrangerText } from '../review/StrangerText.tsx';
import { revealInvisible } from '../review/stranger-text.ts';

export function FactsPart(props: { readonly detail: ArtifactDetail }) {
  const { detail } = props;
  const { connectionId, groupId } = detail;
  const { t, language } = useTexts();
  return (
    <dl className="facts artifact-all-facts">
      <Fact name={t('artifacts.facts.hash')}>
        <span className="mono artifact-hash">{detail.contentHash}</span> <IdChip id={detail.contentHash} />
      </Fact>
      <Fact name={t('artifacts.facts.verdict')}>
        {t(`artifacts.content.${detail.isFetching ? 'fetching' : detail.content}`)} ·{' '}
        <span className="muted">
          {detail.checkedAtMs === undefined ? (
            t('artifacts.facts.notChecked')
          ) : (
            <Instant atMs={detail.checkedAtMs} isFocusable />
          )}
        </span>
        {detail.sizeWarning !== undefined && <p className="warn">{detail.sizeWarning.text}</p>}
      </Fact>
      <Fact name={t('artifacts.facts.signature')}>
        <span className="signature-verdict" data-signature={detail.signature}>
          {detail.signatureWords.text}
        </span>
      </Fact>
      <Fact name={t('artifacts.facts.key')}>
        <span className="mono artifact-hash">{revealInvisible(detail.keyId)}</span>
      </Fact>
      <Fact name={t('artifacts.facts.class')}>{detail.classificationWords.text}</Fact>
      <Fact name={t('artifacts.facts.size')}>
        {formatBytes(detail.sizeBytes, language)}{' '}
        <span className="muted numbers">({formatNumber(detail.sizeBytes, language)})</span>
      </Fact>
      <Fact name={t('artifacts.facts.mediaType')}>
        <StrangerText text={detail.mediaType} isInline />
      </Fact>
      <Fact name={t('artifacts.facts.producer')}>
        <a href={hrefOf('agents', { agent: detail.producer.id })}>{detail.producer.name}</a> (
        {t('artifacts.row.card', { version: detail.cardVersion })})
      </Fact>
      <Fact name={t('artifacts.facts.capabilities')}>
        <Versions values={detail.capabilities.map(({ id, version }) => `${id} ${version}`)} />
      </Fact>
      <Fact name={t('artifacts.facts.tools')}>
        <Versions values={detail.toolVersions.map(({ name, version }) => `${name} ${version}`)} />
      </Fact>
      <Fact name={t('artifacts.facts.models')}>
        <Versions
          values={detail.modelVersions.map(
            ({ provider, model, version }) => `${provider} ${model} ${version}`,
          )}
        />
      </Fact>
      {detail.workItemId !== undefined && (
        <Fact name={t('artifacts.facts.item')}>
          <a href={hrefOf('work', { connectionId, groupId, workItemId: detail.workItemId })}>
            {detail.workItemTitle}
          </a>
        </Fact>
      )}
      <Fact name={t('artifacts.facts.mission')}>
        <a href={hrefOf('mission', { connectionId, groupId })}>{detail.missionTitle}</a>
      </Fact>
      <Fact name={t('artifacts.facts.published')}>
        <Instant atMs={detail.publishedAtMs} isFocusable />
        {detail.sequence !== undefined && (
          <>
            {' · '}
            <a href={hrefOf('history', { connectionId, groupId, sequence: String(detail.sequence) })}>
              {t('artifacts.facts.event', { sequence: detail.sequence })}
            </a>
          </>
        )}
      </Fact>
      <Fact name={t('artifacts.facts.location')}>
        <span className="mono artifact-hash">
          <StrangerText text={detail.uri} isInline />
        </span>
        <p className="muted">{t('artifacts.facts.locationHint')}</p>
      </Fact>
      <Fact name={t('artifacts.facts.schema')}>
        <span className="mono artifact-hash">
          <StrangerText text={detail.schemaUri} isInline />
        </span>
      </Fact>
      <Fact name={t('artifacts.facts.copy')}>
        {detail.copyPath === undefined ? (
          <span className="muted">{t('artifacts.facts.noCopy')}</span>
        ) : (
          <span className="mono artifact-hash">{detail.copyPath}</span>
        )}
      </Fact>
      {detail.manifests.length > 0 && (
        <Fact name={t('artifacts.facts.manifests')}>
          <ul className="plain-list">
            {detail.manifests.map((other) => (
              <li key={`${other.groupId} ${other.artifactId}`}>
                <a
                  href={hrefOf('artifacts', {
                    connectionId,
                    groupId: other.groupId,
                    artifact: `${connectionId} ${other.groupId} ${other.artifactId}`,
                  })}
                >
                  <StrangerText text={other.title} isInline />
                </a>{' '}
                <span className="muted">
                  {other.producer.name} · <Instant atMs={other.publishedAtMs} />
                </span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

function Fact(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </>
  );
}

function Versions(props: { readonly values: readonly string[] }) {
  const { t } = useTexts();
  if (props.values.length === 0) return <span className="muted">{t('artifacts.facts.none')}</span>;
  return <StrangerText text={props.values.join(' · ')} isInline />;
}
