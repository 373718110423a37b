// The state of something in up to three layers that never mix: what was accepted, what this computer has sent and nobody has
// accepted yet, and what follows from the clock alone.
import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconCircleDot,
  IconClock,
  IconHourglass,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import type { Words } from '../../core/contract/values.ts';
import { useTexts } from '../i18n/i18n.ts';
import './state.css';

type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'going' | 'ended';

const TONES: Readonly<Record<string, Tone>> = {
  verified: 'good',
  approved: 'good',
  accepted: 'good',
  completed: 'good',
  failed: 'bad',
  refused: 'bad',
  blocked: 'warn',
  unknown: 'warn',
  'awaiting-approval': 'warn',
  awaiting_approval: 'warn',
  submitted: 'warn',
  active: 'going',
  sent: 'going',
  cancelled: 'ended',
  abandoned: 'ended',
  replaced: 'ended',
  archived: 'ended',
};

const ICONS: Readonly<Record<string, typeof IconCircle>> = {
  verified: IconCheck,
  approved: IconCheck,
  accepted: IconCheck,
  completed: IconCheck,
  failed: IconX,
  refused: IconX,
  cancelled: IconX,
  abandoned: IconX,
  blocked: IconPlayerPause,
  unknown: IconAlertTriangle,
  awaiting_approval: IconHourglass,
  'awaiting-approval': IconHourglass,
  submitted: IconHourglass,
  queued: IconHourglass,
  offered: IconSend,
  sent: IconSend,
  active: IconPlayerPlay,
  open: IconCircle,
};

export function StateWord(props: {
  /** As on the wire; decides about sign and colour alone. */
  readonly state: string;
  readonly words: Words;
  readonly byClock?: Words | undefined;
  readonly pending?: Words | undefined;
}) {
  const { state, words, byClock, pending } = props;
  const { t } = useTexts();
  const Icon = ICONS[state] ?? IconCircleDot;
  return (
    <span className="state">
      <span className="state-accepted" data-tone={TONES[state] ?? 'plain'}>
        <Icon size="1em" aria-hidden />
        {words.text}
      </span>
      {byClock !== undefined && (
        <span className="state-by-clock">
          <IconClock size="1em" aria-hidden />
          {byClock.text}
          <span className="visually-hidden"> ({t('common.byClock')})</span>
        </span>
      )}
      {pending !== undefined && (
        <span className="state-pending">
          {pending.text} · {t('common.notAccepted')}
        </span>
      )}
    </span>
  );
}
