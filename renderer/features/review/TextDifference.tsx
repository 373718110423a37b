// Two texts of strangers against each other, line by line: a sign and a word say what is new and what is gone.
import { createElement, type ReactElement, useMemo } from 'react';
import { useTexts } from '../../i18n/i18n.ts';
import { revealInvisible } from './stranger-text.ts';
import { blocksOfDifference, type DifferenceLine, differenceOf } from './text-difference.ts';
import './review.css';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

export function TextDifference(props: { readonly before: string; readonly after: string }) {
  const { before, after } = props;
  const { t } = useTexts();
  const lines = useMemo(() => differenceOf(revealInvisible(before), revealInvisible(after)), [before, after]);
  if (lines === undefined) return <p className="muted">{t('review.preview.tooLong')}</p>;
  if (lines.every(({ type }) => type === 'same')) return <p className="muted">{t('review.preview.same')}</p>;
  // Lines have no identity beyond their place, so they are children one by one and no list with keys.
  return createElement(
    'div',
    { className: 'difference mono' },
    ...blocksOfDifference(lines).flatMap((block): readonly ReactElement[] =>
      block.type === 'gap'
        ? [createElement('div', { className: 'difference-gap' }, `⋯ ${block.count}`)]
        : block.lines.map((line) => createElement(Line, { line })),
    ),
  );
}

function Line(props: { readonly line: DifferenceLine }) {
  const { type, text } = props.line;
  const { t } = useTexts();
  return (
    <div className="difference-line" data-type={type}>
      <span aria-hidden>{SIGNS[type]}</span>
      {type !== 'same' && <span className="visually-hidden">{t(`review.preview.${type}`)}: </span>}
      <span>{text}</span>
    </div>
  );
}
