// Step 1 of a review: every Artifact against its hash. A content that differs keeps the result from being accepted.
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ArtifactCheck } from '../../../core/contract/review.ts';
import { hrefOf } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { formatBytes } from '../../ui/format.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { runInBackground } from './background.ts';
import type { GroupPlace } from './review-model.ts';
import './review.css';

const SIGNS = {
  intact: IconCheck,
  differs: IconX,
  unavailable: IconAlertTriangle,
  unchecked: IconQuestionMark,
} as const;

/** The verdict about one content, by sign, word and colour. */
export function ContentVerdict(props: { readonly content: ArtifactCheck['content'] }) {
  const { t } = useTexts();
  const Sign = SIGNS[props.content];
  return (
    <span className="verdict" data-content={props.content}>
      <Sign size={14} aria-hidden />
      {t(`review.integrity.${props.content}`)}
    </span>
  );
}

/** Fetches one content and compares it with its hash; the rows then say what came of it. */
export function CheckButton(props: { readonly place: GroupPlace; readonly artifact: ArtifactCheck }) {
  const { connectionId, groupId } = props.place;
  const { artifact } = props;
  const { t } = useTexts();
  const check = useRequest(useDesk().artifacts.check);
  return (
    <>
      <Button
        variant="default"
        loading={check.isRunning}
        aria-label={`${t(artifact.content === 'unchecked' ? 'review.integrity.check' : 'review.integrity.checkAgain')}: ${artifact.title}`}
        onClick={() =>
          runInBackground(check.run({ connectionId, groupId, contentHash: artifact.contentHash }))
        }
      >
        {t(artifact.content === 'unchecked' ? 'review.integrity.check' : 'review.integrity.checkAgain')}
      </Button>
      {check.fault !== undefined && <FaultNote fault={check.fault} />}
      {check.isLost && <LostNote />}
    </>
  );
}

export function IntegrityPart(props: {
  readonly place: GroupPlace;
  readonly artifacts: readonly ArtifactCheck[];
  /** The hash of the one that the preview shows. */
  readonly shownHash: string | undefined;
  readonly onShow: (artifact: ArtifactCheck) => void;
}) {
  const { place, artifacts, shownHash, onShow } = props;
  const { t, language } = useTexts();
  if (artifacts.length === 0) return <p className="muted">{t('review.integrity.none')}</p>;
  return (
    <ul className="artifact-list">
      {artifacts.map((artifact) => {
        const isShown = artifact.contentHash === shownHash;
        return (
          <li key={artifact.artifactId} className="artifact-row" data-shown={isShown}>
            <span className="artifact-name">
              <button
                type="button"
                className="link-button"
                aria-pressed={isShown}
                aria-label={t('review.integrity.preview', { title: artifact.title })}
                onClick={() => onShow(artifact)}
              >
                {artifact.title}
              </button>
              <span className="artifact-facts">
                <ContentVerdict content={artifact.content} />
                <span className="numbers">{formatBytes(artifact.sizeBytes, language)}</span>
                <span>{artifact.mediaType}</span>
                {artifact.classification !== undefined && <span>{artifact.classification}</span>}
                <IdChip id={artifact.contentHash} />
                <a
                  href={hrefOf('artifacts', { ...place, artifact: artifact.artifactId, tab: 'origin' })}
                  aria-label={`${t('artifacts.tabs.origin')}: ${artifact.title}`}
                >
                  {t('artifacts.tabs.origin')}
                </a>
              </span>
              {artifact.warnings.map((warning) => (
                <span key={warning.key} className="artifact-warning">
                  <IconAlertTriangle size={13} aria-hidden /> {warning.text}
                </span>
              ))}
            </span>
            <span className="artifact-end">
              <CheckButton place={place} artifact={artifact} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
