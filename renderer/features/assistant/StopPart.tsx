// The stop key of the assistant: one press, no question, visible everywhere. Going on asks.
import { Button } from '@mantine/core';
import { IconHandStop, IconRobot } from '@tabler/icons-react';
import { useState } from 'react';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { Instant } from '../../ui/Instant.tsx';
import { useKeyHint, useShortcuts } from '../../ui/shortcuts.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { focusField, runInBackground } from '../review/background.ts';
import './assistant.css';

/** Stops the assistant; says so to everybody. */
function useStop() {
  const { t } = useTexts();
  const stop = useRequest(useDesk().assistant.stop);
  const run = (): void => {
    runInBackground(stop.run(undefined));
    announce(t('assistant.stopped'), 'assertive');
  };
  return { run, fault: stop.fault, isLost: stop.isLost };
}

/** In the status bar, on every screen; the key works everywhere, also while something is typed. */
export function AssistantStatus() {
  const { t, language } = useTexts();
  const stopKey = useKeyHint('stop-assistant', language);
  const { summary } = useLive('assistant.follow');
  const { run } = useStop();
  const isStopped = summary?.isStopped ?? false;
  useShortcuts([{ id: 'stop-assistant', words: t('assistant.stop'), run, isInText: true, isOff: isStopped }]);
  if (summary === undefined) return null;
  const waiting = summary.proposals + summary.questions;
  return (
    <>
      <button
        type="button"
        className="status-bar-part"
        data-tone={summary.faults.length > 0 ? 'bad' : isStopped ? 'warn' : 'plain'}
        onClick={() => go('assistant', {})}
      >
        <IconRobot size={14} aria-hidden />
        {isStopped ? (
          <span>{t('assistant.statusStopped')}</span>
        ) : (
          <>
            <span className="visually-hidden">{t('assistant.title')}</span>
            <span className="numbers">{waiting}</span>
          </>
        )}
      </button>
      {!isStopped && (
        <button
          type="button"
          className="status-bar-part stop-part"
          title={stopKey === undefined ? t('assistant.stop') : `${t('assistant.stop')} (${stopKey})`}
          onClick={run}
        >
          <IconHandStop size={14} aria-hidden />
          <span>{t('assistant.stopShort')}</span>
        </button>
      )}
    </>
  );
}

/** At the head of the assistant's screen. */
export function StopPart() {
  const { t, language } = useTexts();
  const stopKey = useKeyHint('stop-assistant', language);
  const { summary } = useLive('assistant.follow');
  const { run, fault, isLost } = useStop();
  const resume = useRequest(useDesk().assistant.resume);
  const [isAsking, setIsAsking] = useState(false);
  if (summary === undefined) return null;
  return (
    <div className="stop-band" data-stopped={summary.isStopped}>
      {summary.isStopped ? (
        <>
          <span className="strong">{t('assistant.stopped')}</span>
          {summary.stoppedSinceMs !== undefined && <Instant atMs={summary.stoppedSinceMs} isRelative />}
          {isAsking ? (
            <div role="alertdialog" aria-label={t('assistant.resumeAsk')} className="line">
              <span>{t('assistant.resumeAsk')}</span>
              <Button
                onClick={() => {
                  setIsAsking(false);
                  runInBackground(resume.run(undefined));
                }}
              >
                {t('assistant.resume')}
              </Button>
              <Button variant="default" ref={focusField} onClick={() => setIsAsking(false)}>
                {t('common.cancel')}
              </Button>
            </div>
          ) : (
            <Button variant="default" onClick={() => setIsAsking(true)}>
              {t('assistant.resumeOpen')}
            </Button>
          )}
        </>
      ) : (
        <>
          <Button
            variant="default"
            leftSection={<IconHandStop size={16} aria-hidden />}
            {...(stopKey === undefined ? {} : { rightSection: <kbd className="key-hint">{stopKey}</kbd> })}
            onClick={run}
          >
            {t('assistant.stop')}
          </Button>
          <span className="muted">{t('assistant.stopHint')}</span>
        </>
      )}
      {fault !== undefined && <FaultNote fault={fault} />}
      {resume.fault !== undefined && <FaultNote fault={resume.fault} />}
      {(isLost || resume.isLost) && <LostNote />}
    </div>
  );
}
