// Exactly what would be sent to the model about a Mission, after redaction. Showing it sends nothing.
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ModelPreview } from '../../../core/contract/assistant.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { formatAmount } from '../../ui/format.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { runInBackground } from '../review/background.ts';
import { StrangerText } from '../review/StrangerText.tsx';
import './settings.css';

export function ModelPreviewPart() {
  const { t, language } = useTexts();
  const { rows } = useLive('missions.follow');
  const asking = useRequest(useDesk().assistant.previewModel);
  const [missionId, setMissionId] = useState<string | null>(null);
  const [wish, setWish] = useState('');
  const [preview, setPreview] = useState<ModelPreview>();
  const sending = useRequest(useDesk().assistant.askModel);
  const [draft, setDraft] = useState<{ readonly text: string; readonly tokens: number }>();
  const mission = rows.find(({ id }) => id === missionId) ?? rows[0];
  if (mission === undefined) return null;
  const show = async (): Promise<void> => {
    const { connectionId, groupId } = mission;
    setDraft(undefined);
    setPreview(await asking.run({ connectionId, groupId, wish }));
  };
  const send = async (): Promise<void> => {
    const { connectionId, groupId } = mission;
    setDraft(await sending.run({ connectionId, groupId, wish }));
  };
  return (
    <div className="stack" role="group" aria-label={t('assistant.preview.title')}>
      <div className="label">{t('assistant.preview.title')}</div>
      <div className="rule-grid">
        <Select
          label={t('assistant.preview.mission')}
          data={rows.map(({ id, title }) => ({ value: id, label: title }))}
          value={mission.id}
          allowDeselect={false}
          onChange={(next) => {
            setPreview(undefined);
            setMissionId(next);
          }}
        />
        <TextInput
          label={t('assistant.preview.wish')}
          value={wish}
          maxLength={4_000}
          onChange={(event) => {
            // What is shown would not be what is sent.
            setPreview(undefined);
            setWish(event.currentTarget.value);
          }}
        />
      </div>
      <div>
        <Button variant="default" onClick={() => runInBackground(show())}>
          {t('assistant.preview.show')}
        </Button>
      </div>
      {asking.fault !== undefined && <FaultNote fault={asking.fault} />}
      {asking.isLost && <LostNote />}
      {preview !== undefined && (
        <div className="stack">
          <p className="muted">
            {t('assistant.preview.facts', {
              address: preview.address,
              bytes: preview.bodyBytes,
              tokens: preview.highestTokens,
            })}
            {preview.highestCost !== undefined &&
              ` ${t('assistant.preview.cost', {
                cost: formatAmount(preview.highestCost.amount, language, preview.highestCost.currency),
              })}`}
          </p>
          <p>
            {preview.redactions.length === 0
              ? t('assistant.preview.nothingTaken')
              : t('assistant.preview.taken', {
                  list: preview.redactions.map(({ rule, count }) => `${rule} ${count}`).join(', '),
                })}
          </p>
          <pre className="model-body" tabIndex={0} aria-label={t('assistant.preview.body')}>
            {preview.body}
          </pre>
          <div className="line">
            <Button
              variant="default"
              disabled={wish.trim() === ''}
              loading={sending.isRunning}
              onClick={() => runInBackground(send())}
            >
              {t('assistant.preview.send')}
            </Button>
            <span className="muted">{t('assistant.preview.sendHint')}</span>
          </div>
          {sending.fault !== undefined && <FaultNote fault={sending.fault} />}
          {sending.isLost && <LostNote />}
          {draft !== undefined && (
            <div className="stack" role="status">
              <p className="warn">{t('assistant.preview.draft', { tokens: draft.tokens })}</p>
              <StrangerText text={draft.text} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
