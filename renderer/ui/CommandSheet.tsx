// The command sheet: the one place where a person signs. It says who signs, what changes, what follows, and what the rules
// say about it, before anything is signed; and it asks again when the object has become another one meanwhile.
import { Button, Collapse, Modal } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ContractIntent } from '../../core/contract/forms.ts';
import type { CommandSheetModel } from '../../core/contract/intents.ts';
import type { ContractActor, FactChangeModel } from '../../core/contract/values.ts';
import { useTexts } from '../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../transport/desk.tsx';
import { announce } from './announce.ts';
import type { SheetRequest } from './command-sheet-store.ts';
import { drop } from './drop.ts';
import { IdChip } from './IdChip.tsx';
import { Instant } from './Instant.tsx';
import { ChangeList, ChecksLine, SheetChanges, FurtherSigners, SignerLine } from './sheet-lines.tsx';
import { KeyHint } from './KeyHint.tsx';
import { useShortcuts } from './shortcuts.ts';
import { FaultNote, LostNote } from './states.tsx';
import './command-sheet.css';

export function CommandSheet(props: {
  /** As the host has opened it; later versions come by themselves. */
  readonly sheet: CommandSheetModel;
  readonly request: SheetRequest;
  readonly onClose: () => void;
}) {
  const { request, onClose } = props;
  const desk = useDesk();
  const { t } = useTexts();
  const [own, setOwn] = useState(props.sheet);
  /** What the person has been shown as new; `sign` names it, so that nobody signs what they have not seen. */
  const [seenVersion, setSeenVersion] = useState(props.sheet.version);
  const [news, setNews] = useState<readonly FactChangeModel[] | undefined>();
  const [isJsonOpen, setIsJsonOpen] = useState(false);
  const [draft, setDraft] = useState<{ readonly draftId: string; readonly savedAtMs: number } | undefined>();

  const { sheetId } = props.sheet;
  const followed = useLive('intents.followSheet', { sheetId }).rows[0]?.sheet;
  const sheet = followed !== undefined && followed.version >= own.version ? followed : own;

  const signing = useRequest(desk.intents.sign);
  const changing = useRequest(desk.intents.changeSheet);
  const choosing = useRequest(desk.intents.chooseSigner);
  const saving = useRequest(desk.intents.saveDraft);
  const isBusy = signing.isRunning || changing.isRunning || choosing.isRunning;
  const fault = signing.fault ?? changing.fault ?? choosing.fault ?? saving.fault;
  const isLost = signing.isLost || changing.isLost || choosing.isLost || saving.isLost;

  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // In its strict mode React ends and begins an effect at once, and the sheet has to survive that: so it is closed a
    // moment later, unless it is shown again by then.
    clearTimeout(closing.current);
    return () => {
      closing.current = setTimeout(() => {
        desk.intents.closeSheet({ sheetId }).catch((problem: unknown) => {
          console.error('A sheet could not be closed', problem);
        });
      });
    };
  }, [desk, sheetId]);

  const signButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The sheet has come after its dialog was opened: whoever is in none of its fields stands at the signature.
    if (document.activeElement?.getAttribute('role') === 'dialog') signButton.current?.focus();
  }, []);

  const take = (changed: CommandSheetModel | undefined): void => {
    if (changed === undefined) return;
    setOwn(changed);
    setSeenVersion(changed.version);
  };
  const changeIntent = async (intent: ContractIntent): Promise<void> =>
    take(await changing.run({ sheetId, intent }));
  const chooseSigner = async ({ type, id }: ContractActor): Promise<void> =>
    take(await choosing.run({ sheetId, signer: { type, id } }));
  const sign = async (): Promise<void> => {
    if (sheet.button === 'disabled' || isBusy) return;
    const outcome = await signing.run({ sheetId, version: seenVersion });
    if (outcome === undefined) return;
    if (outcome.kind === 'ask-again') {
      setNews(outcome.changes);
      take(outcome.sheet);
      announce(t('sheet.askAgain'), 'assertive');
      return;
    }
    announce(t('sheet.kept'));
    const draftId = draft?.draftId ?? request.draftId;
    if (draftId !== undefined) {
      await desk.intents.removeDraft({ connectionId: sheet.connectionId, draftId });
    }
    onClose();
    request.onKept?.(outcome.actionId);
  };
  const saveDraft = async (): Promise<void> => {
    const { connectionId, intent } = sheet;
    const draftId = draft?.draftId ?? request.draftId;
    const saved = await saving.run({
      connectionId,
      // Documents in a checked form are JSON by the contract.
      intent: intent as Parameters<typeof desk.intents.saveDraft>[0]['intent'],
      ...(draftId === undefined ? {} : { draftId }),
    });
    if (saved !== undefined) setDraft(saved);
  };
  useShortcuts(
    [
      { id: 'sign', words: t('frame.shortcuts.signAndSend'), run: () => drop(sign), isInText: true },
      { id: 'save-draft', words: t('frame.shortcuts.saveDraft'), run: () => drop(saveDraft), isInText: true },
    ],
    { isModal: true },
  );

  return (
    <div className="command-sheet" data-testid="command-sheet">
      <header className="command-sheet-head">
        <div className="grow">
          <div className="mono muted command-sheet-kind">{sheet.intent.kind}</div>
          <Modal.Title className="command-sheet-title">
            {sheet.words.text}
            {sheet.title === undefined ? '' : ` — ${sheet.title}`}
          </Modal.Title>
        </div>
        <IdChip id={sheet.actionId} />
      </header>

      {news !== undefined && (
        <div className="command-sheet-news">
          <p className="strong">{t('sheet.askAgain')}</p>
          <ChangeList changes={news} />
        </div>
      )}

      <dl className="command-sheet-lines">
        <dt>{t('sheet.signsAs')}</dt>
        <dd>
          <SignerLine sheet={sheet} onChoose={(actor) => drop(() => chooseSigner(actor))} />
        </dd>
        {sheet.furtherSigners !== undefined && sheet.furtherSigners.length > 0 && (
          <>
            <dt>{t('sheet.alsoSignedBy')}</dt>
            <dd>
              <FurtherSigners signers={sheet.furtherSigners} />
            </dd>
          </>
        )}
        {request.form !== undefined && (
          <dd className="command-sheet-form">
            {request.form(sheet.intent, (intent) => drop(() => changeIntent(intent)))}
          </dd>
        )}
        <dt>{t('sheet.changes')}</dt>
        <dd>
          <SheetChanges sheet={sheet} />
        </dd>
        <dt>{t('sheet.effect')}</dt>
        <dd>
          {sheet.effects.length === 0 ? (
            <span className="muted">{t('sheet.noEffects')}</span>
          ) : (
            <ul className="plain-list">
              {sheet.effects.map((effect) => (
                <li key={effect.key + effect.text}>{effect.text}</li>
              ))}
            </ul>
          )}
        </dd>
        <dt>{t('sheet.checks')}</dt>
        <dd>
          <ChecksLine checks={sheet.checks} />
          {sheet.refusal !== undefined && (
            <p className="command-sheet-refusal">
              <span className="strong">{t('sheet.wouldBeRefused', { code: sheet.refusal.code })}</span>{' '}
              {sheet.refusal.words.text}
            </p>
          )}
          {sheet.obstacles.map((obstacle) => (
            <p key={obstacle.id} className="command-sheet-obstacle">
              {obstacle.words.text}{' '}
              {obstacle.switchTo !== undefined && (
                <SwitchButton
                  name={obstacle.switchTo.name}
                  onClick={() => {
                    const other = obstacle.switchTo;
                    if (other !== undefined) drop(() => chooseSigner(other));
                  }}
                />
              )}
            </p>
          ))}
        </dd>
      </dl>

      <Collapse expanded={isJsonOpen}>
        <pre className="command-sheet-json" tabIndex={0} aria-label={t('sheet.json')}>
          {sheet.unsignedText}
        </pre>
      </Collapse>

      {fault !== undefined && <FaultNote fault={fault} />}
      {isLost && <LostNote />}

      <footer className="command-sheet-foot">
        <Button
          variant="subtle"
          color="gray"
          aria-expanded={isJsonOpen}
          onClick={() => setIsJsonOpen(!isJsonOpen)}
        >
          {isJsonOpen ? t('sheet.hideJson') : t('sheet.showJson')}
        </Button>
        <span className="command-sheet-draft muted" role="status">
          {draft === undefined ? '' : <DraftNote savedAtMs={draft.savedAtMs} />}
        </span>
        <Button variant="default" loading={saving.isRunning} onClick={() => drop(saveDraft)}>
          {t('sheet.saveDraft')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          ref={signButton}
          data-autofocus
          leftSection={<IconSignature size={16} />}
          rightSection={<KeyHint id="sign" />}
          disabled={sheet.button === 'disabled'}
          loading={isBusy}
          onClick={() => drop(sign)}
        >
          {sheet.buttonWords.text}
        </Button>
      </footer>
    </div>
  );
}

function DraftNote(props: { readonly savedAtMs: number }) {
  const { t } = useTexts();
  return (
    <>
      {t('sheet.draftSaved', { time: '' })}
      <Instant atMs={props.savedAtMs} />
    </>
  );
}

function SwitchButton(props: { readonly name: string; readonly onClick: () => void }) {
  const { t } = useTexts();
  return (
    <Button size="compact-xs" variant="default" onClick={props.onClick}>
      {t('sheet.switchTo', { name: props.name })}
    </Button>
  );
}
