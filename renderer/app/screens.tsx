// Which screen stands at which place. Each is fetched by itself.
import type { ComponentType } from 'react';
import { lazyScreen as lazy } from './lazy-screen.ts';
import type { PlaceName } from './route.ts';

type Screen = ComponentType<Record<string, never>>;

export const SCREENS: { readonly [Name in PlaceName]?: Screen } = {
  attention: lazy(async () => ({
    default: (await import('../features/attention/AttentionScreen.tsx')).AttentionScreen,
  })),
  review: lazy(async () => ({
    default: (await import('../features/review/ReviewScreen.tsx')).ReviewScreen,
  })),
  approvals: lazy(async () => ({
    default: (await import('../features/approvals/ApprovalsScreen.tsx')).ApprovalsScreen,
  })),
  outbox: lazy(async () => ({
    default: (await import('../features/outbox/OutboxScreen.tsx')).OutboxScreen,
  })),
  work: lazy(async () => ({
    default: (await import('../features/work-item/WorkItemScreen.tsx')).WorkItemScreen,
  })),
  missions: lazy(async () => ({
    default: (await import('../features/missions/MissionsScreen.tsx')).MissionsScreen,
  })),
  mission: lazy(async () => ({
    default: (await import('../features/mission/MissionScreen.tsx')).MissionScreen,
  })),
  contract: lazy(async () => ({
    default: (await import('../features/contract-editor/ContractScreen.tsx')).ContractScreen,
  })),
  plan: lazy(async () => ({
    default: (await import('../features/plan/PlanScreen.tsx')).PlanScreen,
  })),
  timeline: lazy(async () => ({
    default: (await import('../features/timeline/TimelineScreen.tsx')).TimelineScreen,
  })),
  offer: lazy(async () => ({
    default: (await import('../features/offer-composer/OfferScreen.tsx')).OfferScreen,
  })),
  conversations: lazy(async () => ({
    default: (await import('../features/conversations/ConversationsScreen.tsx')).ConversationsScreen,
  })),
  connections: lazy(async () => ({
    default: (await import('../features/connections/ConnectionsScreen.tsx')).ConnectionsScreen,
  })),
  keys: lazy(async () => ({
    default: (await import('../features/keys/KeysScreen.tsx')).KeysScreen,
  })),
  assistant: lazy(async () => ({
    default: (await import('../features/assistant/AssistantScreen.tsx')).AssistantScreen,
  })),
  settings: lazy(async () => ({
    default: (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen,
  })),
  welcome: lazy(async () => ({
    default: (await import('../features/welcome/WelcomeScreen.tsx')).WelcomeScreen,
  })),
  demo: lazy(async () => ({
    default: (await import('../features/demo/DemoScreen.tsx')).DemoScreen,
  })),
  briefs: lazy(async () => ({
    default: (await import('../features/briefs/BriefsScreen.tsx')).BriefsScreen,
  })),
  leases: lazy(async () => ({
    default: (await import('../features/leases/LeasesScreen.tsx')).LeasesScreen,
  })),
  reassign: lazy(async () => ({
    default: (await import('../features/leases/ReassignScreen.tsx')).ReassignScreen,
  })),
  agents: lazy(async () => ({
    default: (await import('../features/people/AgentsScreen.tsx')).AgentsScreen,
  })),
  policy: lazy(async () => ({
    default: (await import('../features/policy/PolicyScreen.tsx')).PolicyScreen,
  })),
  history: lazy(async () => ({
    default: (await import('../features/history/HistoryScreen.tsx')).HistoryScreen,
  })),
  children: lazy(async () => ({
    default: (await import('../features/children/ChildrenScreen.tsx')).ChildrenScreen,
  })),
  promote: lazy(async () => ({
    default: (await import('../features/children/PromoteScreen.tsx')).PromoteScreen,
  })),
  budget: lazy(async () => ({
    default: (await import('../features/budget/BudgetScreen.tsx')).BudgetScreen,
  })),
  takeover: lazy(async () => ({
    default: (await import('../features/takeover/TakeoverScreen.tsx')).TakeoverScreen,
  })),
  artifacts: lazy(async () => ({
    default: (await import('../features/artifacts/ArtifactsScreen.tsx')).ArtifactsScreen,
  })),
  files: lazy(async () => ({
    default: (await import('../features/files/FilesScreen.tsx')).FilesScreen,
  })),
  search: lazy(async () => ({
    default: (await import('../features/search/SearchScreen.tsx')).SearchScreen,
  })),
  operator: lazy(async () => ({
    default: (await import('../features/operator/OperatorScreen.tsx')).OperatorScreen,
  })),
  help: lazy(async () => ({
    default: (await import('../features/help/HelpScreen.tsx')).HelpScreen,
  })),
  open: lazy(async () => ({
    default: (await import('../features/open/OpenScreen.tsx')).OpenScreen,
  })),
};
