// Mission briefs: a text is checked, its plan is shown, and it can be run; running ones are followed and answered.
import { Button, FileButton, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { LostNote } from '../../ui/states.tsx';
import { changeBriefText, clearBriefText, takeBriefFile, useBriefText } from './brief-file.ts';
import { BriefRuns } from './BriefRuns.tsx';
import { BriefTemplates } from './BriefTemplates.tsx';
import { BriefVerdict, type Verdict } from './BriefVerdict.tsx';
import './briefs.css';

const FORMATS = ['yaml', 'json'] as const;

export function BriefsScreen() {
  const { t } = useTexts();
  const desk = useDesk();
  const brief = useBriefText();
  const connections = useLive('connections.follow').rows;
  const [chosen, setChosen] = useState<string | null>(null);
  const [folder, setFolder] = useState('');
  const [isChecking, setIsChecking] = useState(false);
  const [isLost, setIsLost] = useState(false);
  /** What was checked, to know when the text has become another one. */
  const [checked, setChecked] = useState<{ readonly of: string; readonly verdict: Verdict }>();
  const connectionId = chosen ?? connections[0]?.connectionId;
  const place = folder.trim() === '' ? {} : { folder: folder.trim() };
  const state = `${connectionId ?? ''} ${brief.format} ${folder.trim()} ${brief.text}`;
  const isReady = connectionId !== undefined && brief.text.trim() !== '';

  const check = async (): Promise<void> => {
    if (connectionId === undefined) return;
    setIsChecking(true);
    setIsLost(false);
    try {
      const { text, format } = brief;
      const verdict = await desk.briefs.check({ connectionId, text, format, ...place });
      setChecked({ of: state, verdict });
    } catch (fault) {
      console.error('The host did not answer', fault);
      setIsLost(true);
    } finally {
      setIsChecking(false);
    }
  };
  /** A file that arrives is checked at once, as soon as there is a connection to check it for. */
  const seenArrivals = useRef(0);
  useEffect(() => {
    if (!isReady || brief.arrivals === seenArrivals.current) return;
    seenArrivals.current = brief.arrivals;
    drop(check);
  });
  useShortcuts([
    {
      id: 'sign',
      words: t('computer.briefs.check'),
      isInText: true,
      isOff: !isReady,
      run: () => drop(check),
    },
  ]);
  return (
    <Panes
      isDetailOpen={false}
      listSize="wide"
      list={
        <Pane
          title={t('computer.briefs.title')}
          toolbar={
            <FileButton
              accept=".yaml,.yml,.json"
              onChange={(file) => {
                if (file !== null) drop(() => takeBriefFile(file));
              }}
            >
              {(button) => (
                <Button {...button} variant="default" leftSection={<IconFileText size={14} />}>
                  {t('computer.briefs.file')}
                </Button>
              )}
            </FileButton>
          }
        >
          <div className="stack-wide">
            <p className="muted">{t('computer.briefs.body')}</p>
            {brief.isTooLarge && (
              <p className="bad" role="alert">
                {t('computer.briefs.tooLarge', { name: brief.name })}
              </p>
            )}
            <Textarea
              label={brief.name === '' ? t('computer.briefs.text') : brief.name}
              classNames={{ input: 'mono brief-text' }}
              minRows={10}
              maxRows={24}
              spellCheck={false}
              value={brief.text}
              onChange={(event) => changeBriefText(event.currentTarget.value)}
            />
            <TextInput
              label={t('computer.briefs.folder')}
              description={t('computer.briefs.folderHint')}
              placeholder={t('computer.briefs.inputHint')}
              classNames={{ input: 'mono' }}
              value={folder}
              onChange={(event) => setFolder(event.currentTarget.value)}
            />
            <div className="line">
              <SegmentedControl
                aria-label={t('computer.briefs.format')}
                value={brief.format}
                data={FORMATS.map((name) => ({ value: name, label: name.toUpperCase() }))}
                onChange={(format) => useBriefText.setState({ format })}
              />
              <Select
                size="xs"
                w={220}
                aria-label={t('computer.briefs.connection')}
                placeholder={t('computer.briefs.connection')}
                data={connections.map((row) => ({ value: row.connectionId, label: row.name }))}
                value={connectionId ?? null}
                onChange={setChosen}
              />
              <span className="grow" />
              <Button variant="subtle" color="gray" onClick={clearBriefText}>
                {t('computer.briefs.clear')}
              </Button>
              <Button disabled={!isReady} loading={isChecking} onClick={() => drop(check)}>
                {t('computer.briefs.check')}
              </Button>
            </div>
            {isLost && <LostNote />}
            {checked !== undefined && checked.of === state && connectionId !== undefined && (
              <BriefVerdict
                key={checked.of}
                verdict={checked.verdict}
                connectionId={connectionId}
                text={brief.text}
                format={brief.format}
                {...place}
              />
            )}
          </div>
        </Pane>
      }
      detail={
        <Pane title={t('computer.briefs.runs')}>
          <div className="stack-wide">
            <BriefRuns />
            <BriefTemplates brief={brief} />
          </div>
        </Pane>
      }
    />
  );
}
