// The places of the rail, in order, with their icons and the letter after G.
import {
  IconBell,
  IconChecklist,
  IconCoins,
  IconFiles,
  IconHistory,
  IconHourglass,
  IconKey,
  IconMessages,
  IconPlugConnected,
  IconRobot,
  IconRubberStamp,
  IconSend,
  IconSettings,
  IconSitemap,
  IconSubtask,
  IconTargetArrow,
  IconUsers,
} from '@tabler/icons-react';
import { SCREENS } from './screens.tsx';

const PLACES = [
  { place: 'attention', Icon: IconBell, letter: 'A', group: 'work' },
  { place: 'missions', Icon: IconTargetArrow, letter: 'M', group: 'work' },
  { place: 'review', Icon: IconChecklist, letter: 'R', group: 'work' },
  { place: 'approvals', Icon: IconRubberStamp, letter: 'P', group: 'work' },
  { place: 'outbox', Icon: IconSend, letter: 'O', group: 'work' },
  { place: 'assistant', Icon: IconRobot, letter: 'I', group: 'work' },
  { place: 'plan', Icon: IconSitemap, letter: 'L', group: 'mission' },
  { place: 'children', Icon: IconSubtask, letter: 'N', group: 'mission' },
  { place: 'budget', Icon: IconCoins, letter: 'B', group: 'mission' },
  { place: 'leases', Icon: IconHourglass, letter: 'E', group: 'mission' },
  { place: 'conversations', Icon: IconMessages, letter: 'T', group: 'mission' },
  { place: 'agents', Icon: IconUsers, letter: 'U', group: 'mission' },
  { place: 'history', Icon: IconHistory, letter: 'H', group: 'mission' },
  { place: 'artifacts', Icon: IconFiles, letter: 'F', group: 'mission' },
  { place: 'connections', Icon: IconPlugConnected, letter: 'C', group: 'computer' },
  { place: 'keys', Icon: IconKey, letter: 'K', group: 'computer' },
  { place: 'settings', Icon: IconSettings, letter: 'S', group: 'computer' },
] as const;

export type RailPlace = (typeof PLACES)[number]['place'];

/** Those that have a screen. */
export const RAIL_PLACES = PLACES.filter(({ place }) => SCREENS[place] !== undefined);
