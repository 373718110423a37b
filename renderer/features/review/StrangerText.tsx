// Text that somebody else wrote, as it is: line breaks kept, nothing interpreted, invisible characters as marks.
import { createElement, useMemo } from 'react';
import { splitInvisible } from './stranger-text.ts';
import './stranger-text.css';

export function StrangerText(props: {
  readonly text: string;
  /** Within a line. */
  readonly isInline?: boolean;
  /** In the type of code, with its spaces. */
  readonly isCode?: boolean;
}) {
  const { text, isInline = false, isCode = false } = props;
  const parts = useMemo(() => splitInvisible(text), [text]);
  const content = parts.map((part) =>
    part.type === 'text' ? part.text : createElement('span', { className: 'stranger-mark' }, part.mark),
  );
  // The pieces of a text have no identity beyond their place, so they are children one by one and no list with keys.
  if (isCode) return createElement('pre', { className: 'stranger-text stranger-code' }, ...content);
  // `plaintext` isolates the direction of each line from its surroundings.
  return isInline
    ? createElement('bdi', { className: 'stranger-inline' }, ...content)
    : createElement('div', { className: 'stranger-text', dir: 'auto' }, ...content);
}
