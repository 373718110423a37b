// The places of the rail, in order, with their icons.
import {
  IconBell,
  IconChecklist,
  IconCoins,
  IconFiles,
  IconGavel,
  IconHistory,
  IconHourglass,
  IconKey,
  IconMessages,
  IconPlugConnected,
  IconRobot,
  IconRubberStamp,
  IconSend,
  IconServerCog,
  IconSettings,
  IconSitemap,
  IconSubtask,
  IconTargetArrow,
  IconTimeline,
  IconUsers,
} from '@tabler/icons-react';
import { SCREENS } from './screens.tsx';

const PLACES = [
  { place: 'attention', Icon: IconBell, group: 'work' },
  { place: 'missions', Icon: IconTargetArrow, group: 'work' },
  { place: 'review', Icon: IconChecklist, group: 'work' },
  { place: 'approvals', Icon: IconRubberStamp, group: 'work' },
  { place: 'outbox', Icon: IconSend, group: 'work' },
  { place: 'assistant', Icon: IconRobot, group: 'work' },
  { place: 'plan', Icon: IconSitemap, group: 'mission' },
  { place: 'timeline', Icon: IconTimeline, group: 'mission' },
  { place: 'children', Icon: IconSubtask, group: 'mission' },
  { place: 'budget', Icon: IconCoins, group: 'mission' },
  { place: 'leases', Icon: IconHourglass, group: 'mission' },
  { place: 'conversations', Icon: IconMessages, group: 'mission' },
  { place: 'agents', Icon: IconUsers, group: 'mission' },
  { place: 'policy', Icon: IconGavel, group: 'mission' },
  { place: 'history', Icon: IconHistory, group: 'mission' },
  { place: 'artifacts', Icon: IconFiles, group: 'mission' },
  { place: 'connections', Icon: IconPlugConnected, group: 'computer' },
  { place: 'keys', Icon: IconKey, group: 'computer' },
  { place: 'operator', Icon: IconServerCog, group: 'computer' },
  { place: 'settings', Icon: IconSettings, group: 'computer' },
] as const;

export type RailPlace = (typeof PLACES)[number]['place'];

/** Those that have a screen. */
export const RAIL_PLACES = PLACES.filter(({ place }) => SCREENS[place] !== undefined);
