// Finds links and anchors in Markdown, as far as checking them needs it: CommonMark's inline links, images and reference
// definitions outside of code, headings with the anchors that GitHub gives them, and explicit HTML anchors.

export interface MarkdownLink {
  readonly target: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface MarkdownOutline {
  readonly links: readonly MarkdownLink[];
  /** Names that `#name` can lead to. */
  readonly anchors: ReadonlySet<string>;
}

// Bounded everywhere, so that no text takes more than linear time.
const INLINE_LINK =
  /\]\(\s{0,8}(<[^<>\n]{0,2000}>|[^\s()<>]{1,2000}(?:\([^\s()]{0,500}\)[^\s()<>]{0,500}){0,4})/g;
const REFERENCE = /^ {0,3}\[[^\]\n]{1,500}\]:[ \t]{0,8}(<[^<>\n]{0,2000}>|\S{1,2000})/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const HTML_ANCHOR = /<[a-zA-Z][^<>]{0,500}?\s(?:id|name)=["']([^"'<>]{1,200})["']/g;
const CODE_SPAN = /(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g;
const MAX_LINE_LENGTH = 20_000;

export function outlineMarkdown(text: string): MarkdownOutline {
  const links: MarkdownLink[] = [];
  const anchors = new Set<string>();
  const timesUsed = new Map<string, number>();
  const addHeading = (title: string) => {
    const slug = slugOf(title);
    const times = timesUsed.get(slug) ?? 0;
    timesUsed.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  };
  let fence: string | undefined;
  let previous = '';
  for (const [index, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const line = whole.slice(0, MAX_LINE_LENGTH);
    const marker = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (marker !== undefined && marker[0] === fence[0] && marker.length >= fence.length) fence = undefined;
      previous = '';
      continue;
    }
    if (marker !== undefined) {
      fence = marker;
      previous = '';
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading !== null) addHeading(heading[1] ?? '');
    else if (UNDERLINE.test(line) && previous.trim() !== '') addHeading(previous);

    const visible = line.replaceAll(CODE_SPAN, '');
    for (const [, name] of visible.matchAll(HTML_ANCHOR)) if (name !== undefined) anchors.add(name);
    const targets = [...visible.matchAll(INLINE_LINK)].map(([, target]) => target);
    targets.push(REFERENCE.exec(visible)?.[1]);
    for (const target of targets) {
      if (target === undefined) continue;
      links.push({ target: target.replace(/^<(.*)>$/, '$1'), line: index + 1 });
    }
    previous = line;
  }
  return { links, anchors };
}

/** The anchor of a heading: what is no letter, digit, hyphen or underscore goes, spaces become hyphens. */
function slugOf(title: string): string {
  return title
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
