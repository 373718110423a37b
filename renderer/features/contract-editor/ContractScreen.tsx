// The contract editor: seven folds at the left, what the Worker sees and live checks at the right, JSON and the difference to
// the last accepted revision as other views of the same.
import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ContractIntent } from '../../../core/contract/forms.ts';
import type { DraftRow } from '../../../core/contract/intents.ts';
import { go, useRoute } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';
import { openCommandSheet } from '../../ui/command-sheet-store.ts';
import { Instant } from '../../ui/Instant.tsx';
import { Pane, Section } from '../../ui/Pane.tsx';
import { KeyHint } from '../../ui/KeyHint.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { runInBackground } from '../review/background.ts';
import { contractChanges } from './contract-diff.ts';
import { type ContractDocument, type ContractForm, contractOfForm } from './contract-form.ts';
import { contractGaps, type Fold } from './contract-gaps.ts';
import { ContractView } from './ContractView.tsx';
import {
  newWorkIntent,
  type EditorSubject,
  firstForm,
  kindOf,
  parseContract,
  PURPOSES,
  withInput,
} from './editor-subject.ts';
import { readableValue } from './duration.ts';
import { Folds } from './Folds.tsx';
import { LiveChecks } from './LiveChecks.tsx';
import { useUndo } from './use-undo.ts';
import { useAutosave, useRules } from './use-editor.ts';
import '../approvals/approvals.css';
import '../review/review.css';
import './contract-editor.css';

export function ContractScreen() {
  const { connectionId, groupId, workItemId, draftId, purpose, input } = useRoute().values;
  const { t } = useTexts();
  if (connectionId === undefined || groupId === undefined) {
    return (
      <Pane title={t('contract.title')}>
        <EmptyState title={t('work.gone.title')} body={t('work.gone.body')} />
      </Pane>
    );
  }
  const subject: EditorSubject = {
    connectionId,
    groupId,
    workItemId,
    purpose: PURPOSES.find((each) => each === purpose) ?? (workItemId === undefined ? 'new' : 'revise'),
  };
  return (
    <Loaded
      key={`${groupId} ${workItemId ?? ''} ${draftId ?? ''} ${subject.purpose} ${input ?? ''}`}
      subject={subject}
      draftId={draftId}
      input={input}
    />
  );
}

/** The draft of this very subject, where the address names none. */
function draftFor(
  rows: readonly DraftRow[],
  subject: EditorSubject,
  draftId: string | undefined,
): DraftRow | undefined {
  if (draftId !== undefined) return rows.find((row) => row.draftId === draftId);
  return subject.purpose === 'revise'
    ? rows.find(
        ({ groupId, intent }) =>
          groupId === subject.groupId &&
          intent.kind === 'work.offer' &&
          intent.form['workItemId'] === subject.workItemId &&
          intent.form['contract'] !== undefined,
      )
    : undefined;
}

/** What a draft says of itself, wherever it is opened from. */
function ofDraft(draft: DraftRow | undefined): Pick<EditorSubject, 'causationId'> & Partial<EditorSubject> {
  if (draft === undefined) return {};
  const { causationId, kind } = draft.intent;
  return { causationId, ...(kind === 'work.propose' ? { purpose: 'propose' } : {}) };
}

function Loaded(props: {
  readonly subject: EditorSubject;
  readonly draftId: string | undefined;
  readonly input: string | undefined;
}) {
  const { subject, draftId, input } = props;
  const { connectionId, groupId, workItemId } = subject;
  const { t } = useTexts();
  const drafts = useLive('intents.followDrafts');
  const item = useLive(
    'work.follow',
    { connectionId, groupId, workItemId: workItemId ?? '-' },
    { isOff: workItemId === undefined },
  );
  const contract = item.rows.find((row) => row.section === 'contract')?.contract;
  const title = item.rows.find((row) => row.section === 'header')?.title;
  const isReady = drafts.isComplete && (workItemId === undefined || item.isComplete);
  if (!isReady) {
    return (
      <Pane title={t('contract.title')}>
        <Skeleton />
      </Pane>
    );
  }
  const draft = draftFor(drafts.rows, subject, draftId);
  return (
    <Editor
      subject={{ ...subject, ...ofDraft(draft) }}
      title={title}
      accepted={contract}
      draft={draft}
      input={input}
    />
  );
}

type View = 'form' | 'json' | 'diff';

function Editor(props: {
  readonly subject: EditorSubject;
  readonly title: string | undefined;
  readonly accepted: ContractDocument | undefined;
  readonly draft: DraftRow | undefined;
  /** The hash of an Artifact that the work is to begin with. */
  readonly input: string | undefined;
}) {
  const { subject, title, accepted, draft, input } = props;
  const { connectionId, groupId, workItemId, purpose } = subject;
  const { t } = useTexts();
  const desk = useDesk();
  const { form, setForm, undo, canUndo } = useUndo(() =>
    withInput(firstForm(purpose, draft, accepted), input),
  );
  const [view, setView] = useState<View>('form');
  const [open, setOpen] = useState<readonly string[]>(['goal', 'criteria']);
  const saved = useAutosave(subject, form, draft?.draftId);
  const rules = useRules(subject, form);
  const folds = useRef<HTMLDivElement>(null);
  const gaps = contractGaps(form);
  const before = purpose === 'revise' ? accepted : undefined;

  const toFold = (fold: Fold): void => {
    setView('form');
    setOpen((now) => [...new Set([...now, fold])]);
    requestAnimationFrame(() =>
      folds.current?.querySelector<HTMLElement>(`[data-fold="${fold}"]`)?.scrollIntoView({ block: 'start' }),
    );
  };
  const signNew = (wish: ContractIntent): void => {
    openCommandSheet({
      connectionId,
      intent: wish,
      draftId: saved.draftId,
      onKept: () => go('plan', { connectionId, groupId }),
    });
  };
  const sign = (): void => {
    if (gaps.length > 0) return;
    if (kindOf(purpose) === 'work.offer' && workItemId !== undefined) {
      saved.save();
      go('offer', { connectionId, groupId, workItemId });
      return;
    }
    signNew(newWorkIntent(subject, form));
  };
  const discard = async (): Promise<void> => {
    if (saved.draftId !== undefined) await desk.intents.removeDraft({ connectionId, draftId: saved.draftId });
    history.back();
  };
  useShortcuts([
    { id: 'save-draft', words: t('contract.draft.save'), run: saved.save, isInText: true },
    { id: 'undo', words: t('keys.actions.undo'), run: undo, isOff: !canUndo },
    { id: 'diff', words: t('contract.view.diff'), run: () => setView(view === 'diff' ? 'form' : 'diff') },
  ]);
  const kind = kindOf(purpose);
  const main = t(
    kind === 'work.offer'
      ? 'contract.go.offer'
      : kind === 'work.propose'
        ? 'contract.go.propose'
        : 'contract.go.authorize',
  );
  return (
    <Pane
      title={`${t(`contract.purposes.${purpose}`)}${title === undefined ? '' : ` · ${title}`}`}
      subtitle={<DraftNote saved={saved} />}
      toolbar={
        <SegmentedControl
          aria-label={t('contract.title')}
          value={view}
          onChange={(value) => {
            if (value === 'form' || value === 'json' || value === 'diff') setView(value);
          }}
          data={(['form', 'json', 'diff'] as const).map((value) => ({
            value,
            label: t(`contract.view.${value}`),
          }))}
        />
      }
      footer={
        <div className="decision-foot">
          <Button disabled={gaps.length > 0} onClick={sign}>
            {main}
          </Button>
          {kind === 'work.propose' && (
            <Button
              variant="default"
              disabled={gaps.length > 0}
              onClick={() => signNew(newWorkIntent({ ...subject, purpose: 'new' }, form))}
            >
              {t('contract.go.authorizeInstead')}
            </Button>
          )}
          <Button variant="default" rightSection={<KeyHint id="save-draft" />} onClick={saved.save}>
            {t('contract.draft.save')}
          </Button>
          <Button variant="default" onClick={() => runInBackground(discard())}>
            {t('contract.draft.discard')}
          </Button>
          {gaps.length > 0 && <span className="muted">{t('contract.go.off')}</span>}
        </div>
      }
    >
      <div className="contract-ground">
        <div className="contract-editor">
          <div className="contract-form" ref={folds}>
            {before !== undefined && contractChanges(before, contractOfForm(form)).length > 0 && (
              <p className="contract-material">
                {t('contract.diff.material', {
                  before: form.contractVersion - 1,
                  after: form.contractVersion,
                })}
              </p>
            )}
            {view === 'form' && (
              <Folds subject={subject} form={form} onChange={setForm} open={open} onOpen={setOpen} />
            )}
            {view === 'json' && <JsonView form={form} onChange={setForm} />}
            {view === 'diff' && <DiffView before={before} form={form} />}
          </div>
          <aside className="contract-aside">
            <Section title={t('contract.checks.title')}>
              <LiveChecks subject={subject} form={form} rules={rules} onGo={toFold} />
            </Section>
            <Section title={t('contract.worker.title')}>
              <ContractView form={form} />
            </Section>
          </aside>
        </div>
      </div>
    </Pane>
  );
}

function DraftNote(props: { readonly saved: ReturnType<typeof useAutosave> }) {
  const { saved } = props;
  const { t } = useTexts();
  return (
    <span role="status">
      {saved.hasFailed ? (
        <span className="bad">{t('contract.draft.failed')}</span>
      ) : saved.isSaving ? (
        t('contract.draft.saving')
      ) : saved.savedAtMs === undefined ? null : (
        <>
          {t('contract.draft.saved')} <Instant atMs={saved.savedAtMs} />
        </>
      )}
    </span>
  );
}

function JsonView(props: { readonly form: ContractForm; readonly onChange: (form: ContractForm) => void }) {
  const { form, onChange } = props;
  const { t } = useTexts();
  const [text, setText] = useState(() => JSON.stringify(contractOfForm(form), undefined, 2));
  const parsed = parseContract(text);
  return (
    <div className="stack">
      <Textarea
        label={t('contract.json.label')}
        description={t('contract.json.hint')}
        classNames={{ input: 'contract-json' }}
        spellCheck={false}
        minRows={20}
        maxRows={40}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(parsed.ok
          ? {}
          : {
              error:
                parsed.message === undefined
                  ? t('contract.json.notObject')
                  : t('contract.json.broken', { message: parsed.message }),
            })}
      />
      <div>
        <Button
          variant="default"
          disabled={!parsed.ok}
          onClick={() => {
            if (parsed.ok) onChange(parsed.form);
          }}
        >
          {t('contract.json.apply')}
        </Button>
      </div>
    </div>
  );
}

function DiffView(props: { readonly before: ContractDocument | undefined; readonly form: ContractForm }) {
  const { before, form } = props;
  const { t, language } = useTexts();
  if (before === undefined) return <p className="muted">{t('contract.diff.new')}</p>;
  const changes = contractChanges(before, contractOfForm(form));
  if (changes.length === 0) return <p className="muted">{t('contract.diff.none')}</p>;
  return (
    <Section title={t('contract.diff.title')}>
      <dl className="contract-changes">
        {changes.map((change) => (
          <div key={change.path}>
            <dt className="mono">{change.path}</dt>
            <dd>
              {change.before !== undefined && (
                <div className="difference-line" data-type="removed">
                  <span aria-hidden>−</span>
                  <span>
                    <span className="visually-hidden">{t('contract.diff.removed')}: </span>
                    {readableValue(change.before, language)}
                  </span>
                </div>
              )}
              {change.after !== undefined && (
                <div className="difference-line" data-type="added">
                  <span aria-hidden>+</span>
                  <span>
                    <span className="visually-hidden">{t('contract.diff.added')}: </span>
                    {readableValue(change.after, language)}
                  </span>
                </div>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
