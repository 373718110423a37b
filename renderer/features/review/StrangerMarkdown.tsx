// Markdown that somebody else wrote. Raw HTML stays text; pictures become their description; links become their text with the
// address beside it, since nobody should follow one by a slip. So nothing of it loads and nothing of it leads away.
import { useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { revealInvisible } from './stranger-text.ts';
import './stranger-text.css';

/** Without anything that refers to something else, or names an element of the window. */
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    (name) => !['picture', 'source', 'input', 'details', 'summary'].includes(name),
  ),
  attributes: {
    a: ['href'],
    img: ['alt', 'title'],
    ol: ['start'],
    code: [['className', /^language-[\w-]+$/u]],
  },
};

const COMPONENTS: Components = {
  a: ({ children, href }) => (
    <span className="stranger-link">
      {children}
      {href !== undefined && href !== '' && <span className="mono stranger-address"> ({href})</span>}
    </span>
  ),
  img: ({ alt, title }) => (
    <span className="stranger-picture">[{alt === undefined || alt === '' ? (title ?? '…') : alt}]</span>
  ),
  // The headings of a stranger stand below those of the window.
  h1: ({ children }) => <p className="stranger-heading stranger-heading-1">{children}</p>,
  h2: ({ children }) => <p className="stranger-heading">{children}</p>,
  h3: ({ children }) => <p className="stranger-heading">{children}</p>,
  h4: ({ children }) => <p className="stranger-heading">{children}</p>,
  h5: ({ children }) => <p className="stranger-heading">{children}</p>,
  h6: ({ children }) => <p className="stranger-heading">{children}</p>,
};

/** Longer texts are shown as they are: parsing them would hold up the window. */
const MAX_MARKDOWN_CHARACTERS = 200_000;

export function StrangerMarkdown(props: { readonly text: string }) {
  const revealed = useMemo(() => revealInvisible(props.text), [props.text]);
  if (revealed.length > MAX_MARKDOWN_CHARACTERS) {
    return <pre className="stranger-text stranger-code">{revealed}</pre>;
  }
  return (
    <div className="stranger-markdown" dir="auto">
      <Markdown rehypePlugins={[[rehypeSanitize, SCHEMA]]} components={COMPONENTS}>
        {revealed}
      </Markdown>
    </div>
  );
}
