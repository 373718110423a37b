// One key: its public facts, and what can be done with it.
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyRow } from '../../../core/contract/keys.ts';
import type { Words } from '../../../core/contract/values.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useRequest } from '../../transport/desk.tsx';
import { announce } from '../../ui/announce.ts';
import { drop } from '../../ui/drop.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { FaultNote, LostNote } from '../../ui/states.tsx';

export function KeyPane(props: {
  readonly row: KeyRow;
  readonly onBack: () => void;
  readonly onBackUp: () => void;
  readonly onRotated: (keyId: string) => void;
}) {
  const { row } = props;
  const { keyId } = row;
  const { t } = useTexts();
  const desk = useDesk();
  const rotate = useRequest(desk.keys.rotate);
  const takeOver = useRequest(desk.keys.takeOver);
  const effects = useRequest(desk.keys.removalEffects);
  const [removal, setRemoval] = useState<readonly Words[]>();
  const copyPublic = async (): Promise<void> => {
    await navigator.clipboard.writeText(row.publicKey);
    announce(t('common.copied'));
  };
  const replace = async (): Promise<void> => {
    const made = await rotate.run({ keyId });
    if (made !== undefined) props.onRotated(made.keyId);
  };
  const askRemoval = async (): Promise<void> => {
    const found = await effects.run({ keyId });
    if (found !== undefined) setRemoval(found.effects);
  };
  const fault = rotate.fault ?? takeOver.fault ?? effects.fault;
  return (
    <Pane
      title={row.principal.name}
      subtitle={row.words.text}
      onBack={props.onBack}
      toolbar={<IdChip id={keyId} />}
    >
      <div className="stack-wide">
        <dl className="facts">
          <dt>{t('computer.keys.fingerprint')}</dt>
          <dd>
            <span className="mono">{row.fingerprint}</span>
            <div className="muted">{t('computer.keys.fingerprintHint')}</div>
          </dd>
          <dt>{t('computer.keys.publicKey')}</dt>
          <dd>
            <span className="mono">{row.publicKey}</span>
            <div>
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconCopy size={12} />}
                onClick={() => drop(copyPublic)}
              >
                {t('computer.keys.copyPublic')}
              </Button>
            </div>
          </dd>
          <dt>{t('computer.keys.store')}</dt>
          <dd>{t(`computer.keys.stores.${row.store}`)}</dd>
          <dt>{t('computer.keys.createdAt')}</dt>
          <dd>
            <Instant atMs={row.createdAtMs} isFocusable />{' '}
            <span className="muted">({t(`computer.keys.origin.${row.origin}`)})</span>
          </dd>
          {row.replacesKeyId !== undefined && (
            <>
              <dt>{t('computer.keys.replaces')}</dt>
              <dd>
                <IdChip id={row.replacesKeyId} />
              </dd>
            </>
          )}
          <dt>{t('computer.keys.usedBy')}</dt>
          <dd>{row.connections.map(({ name }) => name).join(', ') || t('computer.keys.unused')}</dd>
          <dt>{t('computer.keys.backup')}</dt>
          <dd>
            {row.backupTestedAtMs === undefined ? (
              <span className="warn">{t('computer.keys.backupNever')}</span>
            ) : (
              <>
                {t('computer.keys.backupTested')}{' '}
                <Instant atMs={row.backupTestedAtMs} isRelative isFocusable />
              </>
            )}
          </dd>
        </dl>
        {row.store === 'memory' ? (
          <p className="muted">{t('computer.keys.throwAway')}</p>
        ) : (
          <>
            <div className="line">
              <Button
                variant={row.backupTestedAtMs === undefined ? 'filled' : 'default'}
                onClick={props.onBackUp}
              >
                {t('computer.keys.backUp')}
              </Button>
              <Button variant="default" loading={rotate.isRunning} onClick={() => drop(replace)}>
                {t('computer.keys.rotate')}
              </Button>
              <Button
                variant="subtle"
                color="red"
                loading={effects.isRunning}
                onClick={() => drop(askRemoval)}
              >
                {t('computer.keys.remove')}
              </Button>
            </div>
            <p className="muted">{t('computer.keys.rotateHint')}</p>
            {row.connections.length === 0 && (
              <div className="stack">
                <div>
                  <Button
                    variant="default"
                    loading={takeOver.isRunning}
                    onClick={() => drop(() => takeOver.run({ keyId }))}
                  >
                    {t('data.keyTakeOver')}
                  </Button>
                </div>
                <p className="muted">{t('data.keyTakeOverHint')}</p>
              </div>
            )}
          </>
        )}
        {fault !== undefined && <FaultNote fault={fault} />}
        {(rotate.isLost || takeOver.isLost || effects.isLost) && <LostNote />}
        {removal !== undefined && (
          <RemovalForm keyId={keyId} effects={removal} onCancel={() => setRemoval(undefined)} />
        )}
      </div>
    </Pane>
  );
}

function RemovalForm(props: {
  readonly keyId: string;
  readonly effects: readonly Words[];
  readonly onCancel: () => void;
}) {
  const { t } = useTexts();
  const desk = useDesk();
  const remove = useRequest(desk.keys.remove);
  return (
    <section className="card stack" aria-label={t('computer.keys.removeEffects')}>
      <h3>{t('computer.keys.removeEffects')}</h3>
      <ul className="key-effects">
        {props.effects.map(({ key, text }) => (
          <li key={key + text}>{text}</li>
        ))}
      </ul>
      {remove.fault !== undefined && <FaultNote fault={remove.fault} />}
      {remove.isLost && <LostNote />}
      <div className="line">
        <Button variant="default" onClick={props.onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="outline"
          color="red"
          loading={remove.isRunning}
          onClick={() => drop(() => remove.run({ keyId: props.keyId }))}
        >
          {t('computer.keys.removeNow')}
        </Button>
      </div>
    </section>
  );
}
