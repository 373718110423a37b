// The help: a page for each screen, found by its words.
import { Button } from '@mantine/core';
import { IconBook2, IconHelp } from '@tabler/icons-react';
import { go, hrefOf, type PlaceName, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes, Section } from '../../ui/Pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { helpTitle, termText, textOfPage, useHelpBook } from './help-book.ts';
import { type HelpBook, type HelpPage, type HelpTopic, TERM_NAMES, type TermName } from './help-types.ts';
import { TourButton } from '../tour/Tour.tsx';
import './help.css';

interface HelpRow {
  readonly id: string;
  readonly sort: string;
  readonly topic: HelpTopic | 'words';
  readonly title: string;
  readonly text: string;
}

/** Places that can be gone to without saying which object is meant. */
const OPEN_PLACES: readonly PlaceName[] = [
  'attention',
  'missions',
  'review',
  'approvals',
  'outbox',
  'assistant',
  'plan',
  'timeline',
  'conversations',
  'agents',
  'history',
  'files',
  'search',
  'artifacts',
  'connections',
  'keys',
  'settings',
  'briefs',
  'demo',
  'leases',
  'budget',
  'children',
];

export function HelpScreen() {
  const { t, language } = useTexts();
  const book = useHelpBook(language);
  const [topic, setTopic] = useRouteValue('topic');
  const rows = book === undefined ? [] : rowsOf(t, book);
  const selected = rows.find((row) => row.topic === topic);
  return (
    <Panes
      isDetailOpen={topic !== undefined}
      listSize="narrow"
      list={
        <ListPane
          title={t('guide.help.title')}
          subtitle={book === undefined ? undefined : t('guide.help.count', { count: rows.length })}
          rows={rows}
          status={book === undefined ? 'loading' : 'live'}
          rowHeight={36}
          selectedId={selected?.id}
          onSelect={(row) => setTopic(row.topic)}
          textOf={(row) => `${row.title} ${row.text}`}
          footer={<TourButton />}
          renderRow={(row) => <span className="ellipsis">{row.title}</span>}
          empty={
            <EmptyState
              icon={<IconHelp size={24} stroke={1.5} />}
              title={t('guide.help.nothing')}
              body={t('guide.help.nothingBody')}
            />
          }
        />
      }
      detail={
        book === undefined ? (
          <Pane title={t('guide.help.title')}>
            <Skeleton />
          </Pane>
        ) : selected === undefined ? (
          <Pane title={t('guide.help.title')} label={t('common.detail')}>
            <EmptyState
              icon={<IconBook2 size={24} stroke={1.5} />}
              title={t('guide.help.choose')}
              body={t('guide.help.chooseBody')}
            />
          </Pane>
        ) : (
          <Page key={selected.id} book={book} row={selected} onBack={() => setTopic(undefined)} />
        )
      }
    />
  );
}

function rowsOf(t: ReturnType<typeof useTexts>['t'], book: HelpBook): readonly HelpRow[] {
  const pages = Object.entries(book.pages) as [HelpTopic, HelpPage][];
  const rows = pages.map(([topic, page], index) => ({
    id: topic,
    sort: String(index).padStart(3, '0'),
    topic,
    title: helpTitle(t, topic),
    text: textOfPage(book, page),
  }));
  const words = {
    id: 'words',
    sort: '999',
    topic: 'words' as const,
    title: t('guide.help.allWords'),
    text: TERM_NAMES.map((term) => termText(book, term)).join(' '),
  };
  return [...rows, words];
}

function Page(props: { readonly book: HelpBook; readonly row: HelpRow; readonly onBack: () => void }) {
  const { book, row, onBack } = props;
  const { t } = useTexts();
  const page = row.topic === 'words' ? undefined : book.pages[row.topic];
  return (
    <Pane
      title={row.title}
      onBack={onBack}
      toolbar={
        row.topic !== 'words' &&
        OPEN_PLACES.includes(row.topic) && (
          <Button
            variant="default"
            component="a"
            href={hrefOf(row.topic, {})}
            onClick={(event: React.MouseEvent) => {
              event.preventDefault();
              go(row.topic as PlaceName, {});
            }}
          >
            {t('guide.help.open')}
          </Button>
        )
      }
    >
      <div className="stack-wide help-page">
        {page !== undefined && (
          <>
            <Section title={t('guide.help.shows')}>
              <p>{page.shows}</p>
            </Section>
            <Section title={t('guide.help.can')}>
              <ul>
                {page.can.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </Section>
            <Section title={t('guide.help.never')}>
              <p>{page.never}</p>
            </Section>
          </>
        )}
        <Terms book={book} names={page === undefined ? TERM_NAMES : page.terms} />
      </div>
    </Pane>
  );
}

function Terms(props: { readonly book: HelpBook; readonly names: readonly TermName[] }) {
  const { book, names } = props;
  const { t } = useTexts();
  if (names.length === 0) return null;
  return (
    <Section title={t('guide.help.words')}>
      <dl className="facts">
        {names.map((name) => (
          <div key={name} className="help-term">
            <dt>{book.terms[name].word}</dt>
            <dd>{book.terms[name].means}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
