// How the content of an Artifact can be shown. It is bytes of a stranger: text is decoded strictly, what is not text is not
// guessed at, and whatever could be active goes into a frame that can do nothing.
import type { ArtifactContent } from '../../../core/contract/artifacts.ts';

export type PreviewKind = 'text' | 'markdown' | 'json' | 'page' | 'image' | 'none';

const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const TEXTS =
  /^(?:text\/.+|application\/(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|x-ndjson)|[^/]+\/[^/]+\+(?:json|xml|yaml))$/u;

function baseType(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

/** By media type alone: contents are never sniffed. SVG is text, since it is a document that can be active. */
export function previewKindOf(mediaType: string): PreviewKind {
  const type = baseType(mediaType);
  if (IMAGES.has(type)) return 'image';
  if (type === 'text/markdown') return 'markdown';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'page';
  if (type === 'application/json' || type.endsWith('+json')) return 'json';
  return TEXTS.test(type) || type === 'image/svg+xml' ? 'text' : 'none';
}

export function bytesOf({ base64 }: Pick<ArtifactContent, 'base64'>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
}

/** The text, or undefined when the bytes are no UTF-8. A part that was cut off in the middle of a character is text. */
export function textOf(content: Pick<ArtifactContent, 'base64' | 'isTruncated'>): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytesOf(content), { stream: content.isTruncated });
  } catch (error) {
    // The decoder says so of bytes that are no text; the preview then tells that there is none.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** JSON in lines, or the text as it is where it is none. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

// The frame is sandboxed without any permission; this policy holds inside it even where a browser would be lenient.
const PAGE_POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;

/** A page of a stranger for a frame with an empty `sandbox`: no script, no request, no navigation of the window. */
export function framedPage(html: string): string {
  return `<!doctype html>${PAGE_POLICY}${html}`;
}

/** A picture for such a frame. The type is one of those that `previewKindOf` knows as pictures. */
export function framedImage(mediaType: string, base64: string): string {
  return framedPage(
    `<body style="margin:0"><img alt="" style="max-width:100%" src="data:${baseType(mediaType)};base64,${base64}">`,
  );
}
