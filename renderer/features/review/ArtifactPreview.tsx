// The content of one Artifact. It is a stranger's: text is shown as text with its invisible characters marked, Markdown
// without anything that loads, and pages only in a frame that may do nothing.
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ArtifactContent } from '../../../core/contract/artifacts.ts';
import { MAX_PREVIEW_BYTES } from '../../../core/contract/artifacts.ts';
import type { Fault } from '../../../core/contract/values.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk } from '../../transport/desk.tsx';
import { formatBytes } from '../../ui/format.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { StrangerMarkdown } from './StrangerMarkdown.tsx';
import { StrangerText } from './StrangerText.tsx';
import { bytesOf, framedImage, framedPage, prettyJson, previewKindOf, textOf } from './artifact-text.ts';
import type { GroupPlace } from './review-model.ts';
import { countInvisible, revealInvisible } from './stranger-text.ts';
import { TextDifference } from './TextDifference.tsx';
import './review.css';

export interface PreviewSubject {
  readonly title: string;
  readonly contentHash: string;
  readonly mediaType: string;
}

export interface Earlier {
  readonly label: string;
  readonly contentHash: string;
  /** Where it is another Group's. */
  readonly place?: GroupPlace | undefined;
}

type Loaded =
  | { readonly name: 'loading' }
  | { readonly name: 'lost' }
  | { readonly name: 'refused'; readonly fault: Fault }
  | { readonly name: 'there'; readonly content: ArtifactContent };

/** Reads a content; only what has the hash comes from the host. */
function useContent(place: GroupPlace, contentHash: string): Loaded {
  const desk = useDesk();
  const { connectionId, groupId } = place;
  const { data, isError } = useQuery({
    queryKey: ['artifacts.read', connectionId, groupId, contentHash],
    queryFn: () => desk.artifacts.read({ connectionId, groupId, contentHash, limitBytes: MAX_PREVIEW_BYTES }),
  });
  if (isError) return { name: 'lost' };
  if (data === undefined) return { name: 'loading' };
  return data.ok ? { name: 'there', content: data.value } : { name: 'refused', fault: data.fault };
}

type View = 'rendered' | 'raw' | 'difference';

export function ArtifactPreview(props: {
  readonly place: GroupPlace;
  readonly subject: PreviewSubject;
  /** An earlier content of the same kind to compare with. */
  readonly earlier?: Earlier | undefined;
  readonly view: string | undefined;
  readonly onView: (view: string) => void;
}) {
  const { place, subject, earlier, onView } = props;
  const { t, language } = useTexts();
  const loaded = useContent(place, subject.contentHash);
  const kind = previewKindOf(subject.mediaType);
  const hasRendering = kind === 'markdown' || kind === 'page' || kind === 'image' || kind === 'json';
  const views: readonly View[] = [
    ...(hasRendering ? (['rendered'] as const) : []),
    ...(kind === 'image' ? [] : (['raw'] as const)),
    ...(earlier === undefined || kind === 'image' ? [] : (['difference'] as const)),
  ];
  const view = views.find((each) => each === props.view) ?? views[0] ?? 'raw';
  return (
    <div className="preview">
      <div className="preview-head">
        <span className="strong">
          <StrangerText text={subject.title} isInline />
        </span>
        {views.length > 1 && kind !== 'none' && (
          <SegmentedControl
            aria-label={t('review.preview.title')}
            value={view}
            onChange={onView}
            data={views.map((each) => ({
              value: each,
              label: t(`review.preview.${each === 'difference' ? 'diff' : each}`),
            }))}
          />
        )}
      </div>
      {loaded.name === 'loading' && <p className="muted">{t('review.preview.loading')}</p>}
      {loaded.name === 'lost' && <LostNote />}
      {loaded.name === 'refused' && <FaultNote fault={loaded.fault} />}
      {loaded.name === 'there' && (
        <>
          {loaded.content.isTruncated && (
            <p className="muted">
              {t('review.preview.truncated', {
                shown: formatBytes(MAX_PREVIEW_BYTES, language),
                size: formatBytes(loaded.content.sizeBytes, language),
              })}
            </p>
          )}
          {view === 'difference' && earlier !== undefined ? (
            <Difference place={place} earlier={earlier} content={loaded.content} />
          ) : (
            <Content subject={subject} content={loaded.content} view={view} />
          )}
        </>
      )}
    </div>
  );
}

function Content(props: {
  readonly subject: PreviewSubject;
  readonly content: ArtifactContent;
  readonly view: View;
}) {
  const { subject, content, view } = props;
  const { t } = useTexts();
  const kind = previewKindOf(subject.mediaType);
  if (kind === 'none') {
    return (
      <p className="muted">{t('review.preview.noKind', { type: revealInvisible(subject.mediaType) })}</p>
    );
  }
  if (kind === 'image') return <SealedFrame subject={subject} content={content} />;
  const text = textOf(content);
  if (text === undefined) return <p className="muted">{t('review.preview.notText')}</p>;
  const marks = countInvisible(text);
  return (
    <>
      {marks > 0 && <p className="warn small">{t('review.preview.marks', { count: marks })}</p>}
      <TextContent subject={subject} content={content} text={text} view={view} />
    </>
  );
}

function TextContent(props: {
  readonly subject: PreviewSubject;
  readonly content: ArtifactContent;
  readonly text: string;
  readonly view: View;
}) {
  const { subject, content, text, view } = props;
  const kind = previewKindOf(subject.mediaType);
  if (view === 'rendered' && kind === 'markdown') return <StrangerMarkdown text={text} />;
  if (view === 'rendered' && kind === 'page') return <SealedFrame subject={subject} content={content} />;
  return (
    <div className="preview-text">
      <StrangerText text={view === 'rendered' && kind === 'json' ? prettyJson(text) : text} isCode />
    </div>
  );
}

/** A frame with an empty `sandbox`: an origin of its own, no script, no form, no way out. */
function SealedFrame(props: { readonly subject: PreviewSubject; readonly content: ArtifactContent }) {
  const { subject, content } = props;
  const { t } = useTexts();
  const page = useMemo(
    () =>
      previewKindOf(subject.mediaType) === 'image'
        ? framedImage(subject.mediaType, content.base64)
        : framedPage(new TextDecoder().decode(bytesOf(content))),
    [content, subject.mediaType],
  );
  return (
    <div className="preview-sealed">
      <iframe
        className="preview-frame"
        sandbox=""
        referrerPolicy="no-referrer"
        title={t('review.preview.frame', { title: revealInvisible(subject.title) })}
        srcDoc={page}
      />
      <p className="muted">{t('review.preview.sealed')}</p>
    </div>
  );
}

function Difference(props: {
  readonly place: GroupPlace;
  readonly earlier: Earlier;
  readonly content: ArtifactContent;
}) {
  const { place, earlier, content } = props;
  const { t } = useTexts();
  const before = useContent(earlier.place ?? place, earlier.contentHash);
  if (before.name === 'loading') return <p className="muted">{t('review.preview.loading')}</p>;
  if (before.name === 'lost') return <LostNote />;
  if (before.name === 'refused') return <FaultNote fault={before.fault} />;
  const texts = { before: textOf(before.content), after: textOf(content) };
  if (texts.before === undefined || texts.after === undefined) {
    return <p className="muted">{t('review.preview.notText')}</p>;
  }
  return (
    <>
      <p className="muted">{t('review.preview.compareWith', { label: earlier.label })}</p>
      <TextDifference before={texts.before} after={texts.after} />
    </>
  );
}
