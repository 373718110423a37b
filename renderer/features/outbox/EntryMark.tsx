// The sign of an entry beside its state word.
import {
  IconAlertTriangle,
  IconCheck,
  IconPencil,
  IconPlayerPause,
  IconQuestionMark,
  IconSend,
} from '@tabler/icons-react';
import type { EntryMark as Mark } from './outbox-model.ts';
import './outbox.css';

const SIGNS = {
  refused: IconAlertTriangle,
  unknown: IconQuestionMark,
  held: IconPlayerPause,
  moving: IconSend,
  draft: IconPencil,
  over: IconCheck,
} as const;

export function EntryMark(props: { readonly mark: Mark }) {
  const Sign = SIGNS[props.mark];
  return (
    <span className="entry-mark" data-mark={props.mark} aria-hidden>
      <Sign size={16} />
    </span>
  );
}
