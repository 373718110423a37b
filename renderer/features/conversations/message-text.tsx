// What somebody wrote: text and Markdown of a stranger. No raw HTML, no remote pictures, links only as text to copy.
import Markdown from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import type { MessageRow } from '../../../core/contract/conversations.ts';
import { useTexts } from '../../i18n/i18n.ts';

const SCHEMA = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['a', 'img', 'input'].includes(name)),
};

/** The plain text of a Message, for quoting and correcting. */
export function textOfMessage(content: MessageRow['content']): string {
  return content.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n\n');
}

export function MessageText(props: { readonly content: MessageRow['content'] }) {
  const { t } = useTexts();
  return (
    <div className="message-text">
      {props.content.map((part, index) => {
        const key = `part ${String(index)}`;
        const { text, type } = part;
        return typeof text === 'string' ? (
          <Markdown key={key} rehypePlugins={[[rehypeSanitize, SCHEMA]]} unwrapDisallowed>
            {text}
          </Markdown>
        ) : (
          <details key={key}>
            <summary>
              {t('talk.unknownPart', { type: typeof type === 'string' ? type : t('common.unknown') })}
            </summary>
            <pre>{JSON.stringify(part, null, 2)}</pre>
          </details>
        );
      })}
    </div>
  );
}
