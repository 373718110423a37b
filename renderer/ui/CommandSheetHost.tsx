// Shows the one command sheet that is open, whoever asked for it.
import { Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { CommandSheetModel } from '../../core/contract/intents.ts';
import { useTexts } from '../i18n/i18n.ts';
import { useDesk, useRequest } from '../transport/desk.tsx';
import { CommandSheet } from './CommandSheet.tsx';
import { closeCommandSheet, type SheetRequest, useSheetRequest } from './command-sheet-store.ts';
import { FaultNote, LostNote, Skeleton } from './states.tsx';

export function CommandSheetHost() {
  const { request, number } = useSheetRequest();
  return (
    <Modal
      opened={request !== undefined}
      onClose={closeCommandSheet}
      size={820}
      padding={0}
      withCloseButton={false}
      onExitTransitionEnd={takeFocusBack}
    >
      {request !== undefined && <RequestedSheet key={number} request={request} />}
    </Modal>
  );
}

/** What the sheet was opened from may be gone with it, and the focus goes to the screen then. */
function takeFocusBack(): void {
  if (document.activeElement === document.body) {
    document.querySelector<HTMLElement>('.frame-main')?.focus({ preventScroll: true });
  }
}

function RequestedSheet(props: { readonly request: SheetRequest }) {
  const { request } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const [sheet, setSheet] = useState<CommandSheetModel | undefined>(request.sheet);
  const opening = useRequest(desk.intents.sheet);
  const isAsked = useRef(false);
  const { run } = opening;
  const ask = async (): Promise<void> => {
    const { connectionId, intent, draftId } = request;
    const opened = await run({ connectionId, intent, ...(draftId === undefined ? {} : { draftId }) });
    if (opened !== undefined) setSheet(opened);
  };
  useEffect(() => {
    // Once per request, in the strict mode of React too: a sheet at the host is a thing of its own.
    if (sheet !== undefined || isAsked.current) return;
    isAsked.current = true;
    ask().catch((fault: unknown) => console.error('A sheet could not be opened', fault));
  });
  if (sheet !== undefined)
    return <CommandSheet sheet={sheet} request={request} onClose={closeCommandSheet} />;
  const retry = (): void => {
    ask().catch((fault: unknown) => console.error('A sheet could not be opened', fault));
  };
  return (
    <div className="command-sheet">
      <Modal.Title className="visually-hidden">{t('sheet.opening')}</Modal.Title>
      {opening.fault !== undefined ? (
        <FaultNote fault={opening.fault} onRetry={retry} />
      ) : opening.isLost ? (
        <LostNote onRetry={retry} />
      ) : (
        <Skeleton rows={5} />
      )}
    </div>
  );
}
