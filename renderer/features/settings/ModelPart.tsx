// Which language model may be asked: its server, its key in the keychain, one small test, and the exact text that would be sent.
import { Button, NumberInput, PasswordInput, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AssistantSettings } from '../../../core/contract/assistant.ts';
import { modelOf, priceFields } from './model-form.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { formatAmount } from '../../ui/format.ts';
import { FaultNote, LostNote } from '../../ui/states.tsx';
import { runInBackground } from '../review/background.ts';
import { ModelPreviewPart } from './ModelPreviewPart.tsx';
import './settings.css';

export function ModelPart(props: { readonly settings: AssistantSettings; readonly onKept: () => void }) {
  const { settings, onKept } = props;
  const { t, language } = useTexts();
  const { assistant } = useDesk();
  const kept = settings.model;
  const [baseUrl, setBaseUrl] = useState(kept?.baseUrl ?? '');
  const [model, setModel] = useState(kept?.model ?? '');
  const [words, setWords] = useState<readonly string[]>(kept?.redactedWords ?? []);
  const [price, setPrice] = useState(priceFields(kept));
  const [key, setKey] = useState('');
  const saving = useRequest(assistant.saveModel);
  const keySaving = useRequest(assistant.saveModelKey);
  const testing = useRequest(assistant.testModel);
  const [answer, setAnswer] = useState('');
  const isChanged =
    baseUrl !== (kept?.baseUrl ?? '') ||
    model !== (kept?.model ?? '') ||
    JSON.stringify(price) !== JSON.stringify(priceFields(kept)) ||
    words.join('\n') !== (kept?.redactedWords ?? []).join('\n');
  const save = async (next: AssistantSettings['model']): Promise<void> => {
    if ((await saving.run(next === undefined ? {} : { model: next })) === undefined) return;
    announce(t('assistant.model.kept'), 'polite');
    onKept();
  };
  const saveKey = async (text: string): Promise<void> => {
    if ((await keySaving.run({ key: text })) === undefined) return;
    setKey('');
    onKept();
  };
  const test = async (): Promise<void> => {
    setAnswer('');
    const value = await testing.run(undefined);
    if (value !== undefined) setAnswer(value.words.text);
  };
  return (
    <div className="stack">
      <p className="muted">{t('assistant.model.hint')}</p>
      <div className="rule-grid">
        <TextInput
          label={t('assistant.model.baseUrl')}
          placeholder="http://127.0.0.1:11434/v1"
          value={baseUrl}
          onChange={(event) => setBaseUrl(event.currentTarget.value)}
        />
        <TextInput
          label={t('assistant.model.name')}
          value={model}
          onChange={(event) => setModel(event.currentTarget.value)}
        />
      </div>
      <div className="rule-grid">
        <TextInput
          label={t('assistant.model.currency')}
          placeholder="EUR"
          maxLength={3}
          value={price.currency}
          onChange={(event) => setPrice({ ...price, currency: event.currentTarget.value.toUpperCase() })}
        />
        <NumberInput
          hideControls
          label={t('assistant.model.priceIn')}
          min={0}
          value={price.perMillionInput}
          onChange={(value) => setPrice({ ...price, perMillionInput: value })}
        />
        <NumberInput
          hideControls
          label={t('assistant.model.priceOut')}
          min={0}
          value={price.perMillionOutput}
          onChange={(value) => setPrice({ ...price, perMillionOutput: value })}
        />
      </div>
      <TagsInput
        label={t('assistant.model.words')}
        description={t('assistant.model.wordsHint')}
        value={[...words]}
        onChange={setWords}
      />
      <div className="line">
        <Button
          disabled={!isChanged || baseUrl.trim() === ''}
          onClick={() => runInBackground(save(modelOf(kept, { baseUrl, model, price, words })))}
        >
          {t('assistant.model.save')}
        </Button>
        {kept !== undefined && (
          <Button variant="default" onClick={() => runInBackground(save(undefined))}>
            {t('assistant.model.none')}
          </Button>
        )}
      </div>
      {saving.fault !== undefined && <FaultNote fault={saving.fault} />}
      {kept !== undefined && (
        <>
          <div className="line model-key">
            <PasswordInput
              className="grow"
              label={t('assistant.model.key')}
              description={t(
                settings.hasModelKey ? 'assistant.model.keyThere' : 'assistant.model.keyMissing',
              )}
              autoComplete="off"
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
            />
            <Button disabled={key.trim() === ''} onClick={() => runInBackground(saveKey(key))}>
              {t('assistant.model.keySave')}
            </Button>
            {settings.hasModelKey && (
              <Button variant="default" onClick={() => runInBackground(saveKey(''))}>
                {t('assistant.model.keyErase')}
              </Button>
            )}
          </div>
          {keySaving.fault !== undefined && <FaultNote fault={keySaving.fault} />}
          <div className="line">
            <Button variant="default" loading={testing.isRunning} onClick={() => runInBackground(test())}>
              {t('assistant.model.test')}
            </Button>
            <span className="muted">{t('assistant.model.testHint')}</span>
          </div>
          {answer !== '' && (
            <p className="good" role="status">
              {answer}
            </p>
          )}
          {testing.fault !== undefined && <FaultNote fault={testing.fault} />}
          <ModelPreviewPart />
        </>
      )}
      {(saving.isLost || keySaving.isLost || testing.isLost) && <LostNote />}
      {settings.modelUse.length > 0 && (
        <table className="table">
          <caption className="label">{t('assistant.model.use')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('assistant.model.mission')}</th>
              <th scope="col">{t('assistant.model.tokens')}</th>
              <th scope="col">{t('assistant.model.cost')}</th>
            </tr>
          </thead>
          <tbody>
            {settings.modelUse.map(({ missionTitle, tokens, cost }) => (
              <tr key={missionTitle}>
                <th scope="row">{missionTitle}</th>
                <td className="numbers">{formatAmount(String(tokens), language, undefined)}</td>
                <td className="numbers">
                  {cost === undefined
                    ? t('assistant.model.noPrice')
                    : formatAmount(cost.amount, language, cost.currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
