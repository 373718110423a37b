// What the lead itself has to say beside the reasons of the rules that it joins.
export type LeadReasonId =
  | 'would-be-refused'
  | 'plan-next'
  | 'dependency-unplanned'
  | 'dependency-given-up'
  | 'failed-for-good'
  | 'start-needs-approval'
  | 'blocker-rule'
  | 'no-blocker-rule'
  | 'review-pointless'
  | 'review-not-independent'
  | 'child-coordinator-back'
  | 'child-coordinator-gone'
  | 'changes-wanted'
  | 'correct-result'
  | 'all-work-done'
  | 'no-result'
  | 'mission-late';
