// The Registry: who has which key, since when and until when; rotation with overlap, and revocation.
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { AdministeredRow, KeyBindingRow } from '../../../core/contract/operator.ts';
import { useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { IdChip } from '../../ui/IdChip.tsx';
import { Instant } from '../../ui/Instant.tsx';
import { ListPane } from '../../ui/ListPane.tsx';
import { Pane, Panes, Section } from '../../ui/Pane.tsx';
import { EmptyState, FaultNote, LostNote } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { ConfirmAct } from './ConfirmAct.tsx';
import { instantOf } from './local-time.ts';

const STATUS_STATES: { readonly [Each in KeyBindingRow['status']]: string } = {
  valid: 'verified',
  'not-yet': 'queued',
  ended: 'cancelled',
  revoked: 'failed',
};

export function KeysPart(props: { readonly authority: AdministeredRow }) {
  const { authority } = props;
  const { t } = useTexts();
  const list = useLive('operator.keys', { authorityId: authority.authorityId });
  const [chosenId, choose] = useRouteValue('item');
  const [isBinding, setBinding] = useState(false);
  const selected = list.rows.find(({ id }) => id === chosenId) ?? list.rows[0];
  const total = list.summary?.total ?? 0;
  const bind = (
    <Button
      leftSection={<IconPlus size={14} />}
      disabled={!authority.canAct}
      title={authority.canAct ? undefined : authority.words.text}
      onClick={() => setBinding(true)}
    >
      {t('operator.keys.bind')}
    </Button>
  );
  return (
    <Panes
      isDetailOpen={isBinding || chosenId !== undefined}
      list={
        <ListPane
          title={t('operator.section.keys')}
          toolbar={bind}
          rows={list.rows}
          status={list.status}
          selectedId={isBinding ? undefined : selected?.id}
          onSelect={({ id }) => {
            setBinding(false);
            choose(id);
          }}
          rowHeight={46}
          textOf={({ keyId, principal, fingerprint, status }) =>
            `${keyId} ${principal.name} ${principal.id} ${fingerprint} ${status}`
          }
          renderRow={(row) => (
            <>
              <div className="row-two-lines">
                <div className="row-main">
                  <span className="strong ellipsis">{row.principal.name}</span>
                  <span className="muted">{t(`common.actor.${row.principal.type}`)}</span>
                </div>
                <div className="row-aside">
                  <span className="mono ellipsis">{row.fingerprint}</span>
                </div>
              </div>
              <div className="row-end">
                <StateWord state={STATUS_STATES[row.status]} words={row.statusWords} />
              </div>
            </>
          )}
          empty={
            <EmptyState
              icon={<IconKey size={28} stroke={1.5} />}
              title={t('operator.keys.empty')}
              body={t('operator.keys.emptyBody')}
              action={bind}
            />
          }
          {...(total > list.rows.length && list.isComplete
            ? { footer: t('operator.shownOf', { shown: list.rows.length, total }) }
            : {})}
        />
      }
      detail={
        isBinding ? (
          <Pane title={t('operator.keys.bind')} onBack={() => setBinding(false)}>
            <BindForm
              authorityId={authority.authorityId}
              onEnd={(keyId) => {
                setBinding(false);
                if (keyId !== undefined) choose(keyId);
              }}
            />
          </Pane>
        ) : selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState icon={<IconKey size={28} stroke={1.5} />} title={t('operator.keys.empty')} />
          </Pane>
        ) : (
          <BindingPane
            key={selected.id}
            authority={authority}
            row={selected}
            onBack={() => choose(undefined)}
          />
        )
      }
    />
  );
}

function BindingPane(props: {
  readonly authority: AdministeredRow;
  readonly row: KeyBindingRow;
  readonly onBack: () => void;
}) {
  const { authority, row } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const at = { authorityId: authority.authorityId, keyId: row.keyId };
  return (
    <Pane
      title={row.principal.name}
      subtitle={row.statusWords.text}
      onBack={props.onBack}
      toolbar={<IdChip id={row.keyId} />}
    >
      <div className="stack-wide">
        <dl className="facts">
          <dt>{t('operator.keys.fingerprint')}</dt>
          <dd className="mono">{row.fingerprint}</dd>
          <dt>{t('operator.keys.publicKey')}</dt>
          <dd className="mono">{row.publicKey}</dd>
          <dt>{t('operator.keys.principalId')}</dt>
          <dd>
            <span className="mono">{row.principal.id}</span>
          </dd>
          <dt>{t('operator.keys.validFrom')}</dt>
          <dd>
            <Instant atMs={row.validFromMs} isFocusable />
          </dd>
          <dt>{t('operator.keys.validUntil')}</dt>
          <dd>
            {row.validUntilMs === undefined ? (
              t('operator.agents.noEnd')
            ) : (
              <Instant atMs={row.validUntilMs} isFocusable />
            )}
          </dd>
          {row.revokedAtMs !== undefined && (
            <>
              <dt>{t('operator.keys.revokedAt')}</dt>
              <dd>
                <Instant atMs={row.revokedAtMs} isFocusable />
              </dd>
            </>
          )}
          {row.overlapsWith.length > 0 && (
            <>
              <dt>{t('operator.keys.overlap')}</dt>
              <dd>
                {t('operator.keys.overlaps', { count: row.overlapsWith.length })}{' '}
                {row.overlapsWith.map((keyId) => (
                  <IdChip key={keyId} id={keyId} />
                ))}
              </dd>
            </>
          )}
        </dl>
        {row.isService && <p className="warn">{t('operator.keys.service')}</p>}
        {row.history.length > 0 && (
          <Section title={t('operator.keys.history')}>
            <ol className="plain-list stack">
              {row.history.map(({ sequence, recordedAtMs, validUntilMs, revokedAtMs }) => (
                <li key={sequence}>
                  {t('operator.keys.recorded')} <Instant atMs={recordedAtMs} isFocusable />
                  {validUntilMs !== undefined && (
                    <>
                      {': '}
                      {t('operator.keys.validUntil')} <Instant atMs={validUntilMs} isFocusable />
                    </>
                  )}
                  {revokedAtMs !== undefined && (
                    <>
                      {': '}
                      {t('operator.keys.revokedAt')} <Instant atMs={revokedAtMs} isFocusable />
                    </>
                  )}
                </li>
              ))}
            </ol>
          </Section>
        )}
        {row.status !== 'revoked' && (
          <>
            <EndForm authority={authority} row={row} />
            <ConfirmAct
              ask={t('operator.keys.revoke')}
              act={t('operator.keys.revokeNow')}
              canAct={authority.canAct}
              obstacle={authority.words.text}
              effects={() => desk.operator.revokeKeyEffects(at)}
              run={() => desk.operator.revokeKey(at)}
            />
          </>
        )}
      </div>
    </Pane>
  );
}

/** The end of an overlap: the old key goes on until then. */
function EndForm(props: { readonly authority: AdministeredRow; readonly row: KeyBindingRow }) {
  const { authority, row } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const end = useRequest(desk.operator.revokeKey);
  const [text, setText] = useState('');
  const untilMs = instantOf(text);
  const isReady = authority.canAct && !row.isService && untilMs !== undefined;
  const run = async (): Promise<void> => {
    if (untilMs === undefined) return;
    const done = await end.run({ authorityId: authority.authorityId, keyId: row.keyId, untilMs });
    if (done !== undefined) setText('');
  };
  return (
    <form
      className="stack"
      aria-label={t('operator.keys.end')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) drop(run);
      }}
    >
      <TextInput
        type="datetime-local"
        label={t('operator.keys.endAt')}
        description={t('operator.keys.bindHint')}
        disabled={!authority.canAct || row.isService}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {end.fault !== undefined && <FaultNote fault={end.fault} />}
      {end.isLost && <LostNote />}
      <div>
        <Button
          type="submit"
          variant="default"
          disabled={!isReady}
          title={authority.canAct ? undefined : authority.words.text}
          loading={end.isRunning}
        >
          {t('operator.keys.endNow')}
        </Button>
      </div>
    </form>
  );
}

function BindForm(props: {
  readonly authorityId: string;
  readonly onEnd: (keyId: string | undefined) => void;
}) {
  const { t } = useTexts();
  const desk = useDesk();
  const bind = useRequest(desk.operator.bindKey);
  const [type, setType] = useState<'human' | 'agent' | 'service'>('human');
  const [id, setId] = useState('');
  const [keyId, setKeyId] = useState('');
  const [publicKey, setPublicKey] = useState('');
  const isReady = [id, keyId, publicKey].every((text) => text.trim() !== '');
  const run = async (): Promise<void> => {
    const done = await bind.run({
      authorityId: props.authorityId,
      principal: { type, id: id.trim() },
      keyId: keyId.trim(),
      publicKey: publicKey.trim(),
    });
    if (done !== undefined) props.onEnd(keyId.trim());
  };
  return (
    <form
      className="stack-wide operator-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) drop(run);
      }}
    >
      <p className="muted">{t('operator.keys.bindHint')}</p>
      <div className="stack">
        <span className="label">{t('operator.keys.principalType')}</span>
        <div>
          <SegmentedControl
            aria-label={t('operator.keys.principalType')}
            value={type}
            data={(['human', 'agent', 'service'] as const).map((value) => ({
              value,
              label: t(`common.actor.${value}`),
            }))}
            onChange={setType}
          />
        </div>
      </div>
      {(
        [
          ['principalId', id, setId],
          ['keyId', keyId, setKeyId],
          ['publicKey', publicKey, setPublicKey],
        ] as const
      ).map(([name, value, setValue]) => (
        <TextInput
          key={name}
          label={t(name === 'principalId' ? 'operator.keys.principalId' : `operator.agents.${name}`)}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      ))}
      {bind.fault !== undefined && <FaultNote fault={bind.fault} />}
      {bind.isLost && <LostNote />}
      <div className="line">
        <Button variant="default" onClick={() => props.onEnd(undefined)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={!isReady} loading={bind.isRunning}>
          {t('operator.keys.bindNow')}
        </Button>
      </div>
    </form>
  );
}
