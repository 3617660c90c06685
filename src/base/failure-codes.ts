import { words } from './text/words.ts';

/**
 * Every way to fail, as a person or a script has to tell it apart: the kinds with their exit codes, and under each kind
 * the codes that scripts read in `error.code`, separated by blanks. 13 is left to Node, 126 and above to the shell. The
 * meaning of each code is in `failure-codes.tsv`, which only the documentation reads.
 *
 * A code that is listed under several kinds has the first one, unless the place that fails names another.
 */
export const failureKinds = {
  internal: {
    exit: 1,
    meaning: 'a fault of this program',
    codes: ['internal constraint_failed database_error sandbox_defect'],
  },
  usage: {
    exit: 2,
    meaning: 'the command line, the input or the configuration is wrong (400); nothing was done',
    codes: [
      'usage ambiguous bad_address bad_base_url bad_campaign_file bad_days bad_delimiter bad_domain',
      'bad_filters_file bad_gap bad_icp_file bad_lock_file bad_mailbox bad_mapping bad_parameter bad_path bad_plan_file bad_proxy',
      'bad_receiver_url bad_sequence bad_session bad_time bad_value bad_variable binary_file',
      'body_not_taken broken_config built_in_profile clock_goes_forward command_not_executable',
      'command_not_found command_not_started contradicting_fields contradicting_options',
      'contradicting_settings database_cannot_open database_corrupt database_io database_locked',
      'database_read_only diff_needs_dry_run disk_full editor_failed empty_file empty_key',
      'empty_password empty_secret examples_missing excess_arguments file_error file_not_readable',
      'file_not_writable file_too_large fix_needed fix_over_input foreign_owner incomplete_row input_required invalid_field',
      'invalid_filters invalid_input invalid_journal invalid_json invalid_kind invalid_nth invalid_operation',
      'invalid_pace invalid_phase invalid_probability invalid_profile_name',
      'invalid_request invalid_route invalid_seed_file invalid_snapshot_name invalid_times',
      'invalid_value journal_emptied journal_left_out journal_moved journal_not_moved journal_replaced key_as_argument keychain_failed malformed_file missing_argument missing_columns',
      'missing_command newer_format no_base_url no_body no_criteria no_editor no_email_column no_folder no_home no_keychain',
      'no_mcp_url no_pages no_profile_chosen no_site_url no_sqlite no_subject_line no_such_column',
      'no_valid_rows not_a_database not_a_saved_event not_a_secret not_connected not_tried',
      'not_utf16 not_utf8 nothing_given nothing_saved once_is_local open_file open_folder option_missing_argument',
      'output_failed outside_folder personal_mailbox plan_not_feasible plan_over_input port_refused preset_is_whole rejected_rows result_too_large',
      'rejects_over_input remote_receiver secret_as_argument snapshot_damaged snapshot_not_saved',
      'snapshots_unreadable too_many_columns unchecked_certificates unknown_command unknown_list',
      'unknown_mailbox unknown_operation unknown_option unknown_profile unknown_setting unreachable_url unsafe_path',
      'wrong_encoding wrong_key_for_target',
    ],
  },
  'not-confirmed': {
    exit: 3,
    meaning: 'not confirmed, or over the limit you set; nothing was done',
    codes: [
      'approval_required ceiling_exceeded confirmation_required daily_ceiling_exceeded declined input_required',
      'needs_allow_live not_confirmed needs_a_person no_answer password_required price_unknown recipients_unknown',
      'protection_changed too_many_approvals wrong_passphrase',
    ],
  },
  unauthenticated: {
    exit: 4,
    meaning: 'no key, or a key that the service does not accept (401)',
    codes: ['unauthenticated key_bound_elsewhere live_required malformed_key no_key wrong_key_for_target'],
  },
  forbidden: {
    exit: 5,
    meaning: 'the key is read-only, or the plan does not allow it (403)',
    codes: ['forbidden read_only_profile'],
  },
  'not-found': {
    exit: 6,
    meaning: 'not found (404)',
    codes: ['not_found campaign_not_found no_key no_such_fault no_such_path no_such_snapshot unknown_tool'],
  },
  conflict: {
    exit: 7,
    meaning:
      'in conflict or impossible now, the price rose, or the same command ran just before (409, 410, 422)',
    codes: [
      'conflict approval_changed already_ended already_ordered already_running already_sent ambiguous_campaign campaign_gone',
      'changed_meanwhile domain_unavailable done_recently draft_changed empty_draft expired file_changed in_progress',
      'not_awaiting_approval not_blocked not_paused not_ready nothing_to_hide other_account plan_conflict plan_drift port_taken purchase_incomplete_open quote_changed run_changed',
      'sandbox_version snapshot_exists snapshot_version still_open taken_over token_reused transfer_under_way turn_taken',
      'unreadable_part',
    ],
  },
  'still-running': {
    exit: 8,
    meaning: 'still running when the wait ended',
    codes: ['still_running too_few_events'],
  },
  'rate-limited': {
    exit: 9,
    meaning: 'rate limited for longer than the wait allowed (429)',
    codes: ['rate_limited budget_exhausted out_of_budget'],
  },
  payment: {
    exit: 10,
    meaning: 'payment needed, or not enough credits, seats or plan allowance (402)',
    codes: ['payment insufficient_credits payment_failed'],
  },
  service: {
    exit: 11,
    meaning: 'the service failed after retries, or its answer cannot be read',
    codes: [
      'service aborted answer_too_large connection_refused connection_reset connect_timeout',
      'domain_unconfirmed empty_answer internal_server_error name_not_found no_key_in_answer',
      'no_template not_the_service other_shape protocol_error redirected service_error',
      'temporarily_unavailable timeout tls_failed tool_failed truncated_answer uncountable',
      'unreadable_answer unreadable_error',
    ],
  },
  unreachable: {
    exit: 12,
    meaning: 'could not connect; nothing was done',
    codes: [
      'unreachable command_timeout connection_refused connect_timeout journal_unreachable name_not_found receiver_aborted',
      'receiver_connect_timeout receiver_dns receiver_refused receiver_reset receiver_timeout',
      'receiver_tls receiver_too_large receiver_truncated stalled tls_failed',
    ],
  },
  'unknown-outcome': {
    exit: 14,
    meaning: 'outcome unknown: it may have happened, do not repeat it',
    codes: [
      'unknown_outcome answer_not_kept command_timeout connection_reset journal_unreachable not_recorded not_saved outcome_unknown',
      'output_failed purchase_incomplete sent_otherwise taken_over timeout truncated_answer unreadable_answer',
    ],
  },
  partial: {
    exit: 15,
    meaning: 'partly done; the output lists what failed',
    codes: [
      'partial incomplete_list not_all_applied not_all_forgotten not_all_read not_all_stopped',
      'not_all_synced order_partially_completed partly_connected receiver_misbehaved',
    ],
  },
  'ended-badly': {
    exit: 16,
    meaning: 'a bad result: an import or a check failed, or a signature is wrong',
    codes: [
      'ended_badly attention_needed balance_below canceled checks_failed failed health_below killed not_feasible not_once order_canceled over_limit',
      'order_failed receiver_misbehaved routes_differ sends_nothing signature_bad_timestamp',
      'signature_in_the_future',
      'signature_malformed_signature signature_missing_signature signature_missing_timestamp',
      'signature_no_match signature_no_secret signature_too_old signature_unknown_version tour_stopped',
    ],
  },
  differs: { exit: 20, meaning: 'a comparison found differences', codes: ['differs'] },
  interrupted: { exit: 130, meaning: 'interrupted (Ctrl-C)', codes: ['interrupted'] },
  terminated: { exit: 143, meaning: 'terminated', codes: ['terminated'] },
} as const;

export type FailureKind = keyof typeof failureKinds;

type Words<Text, Found = never> = Text extends `${infer Word} ${infer More}`
  ? Words<More, Found | Word>
  : Found | Text;

export type FailureCode = Words<(typeof failureKinds)[FailureKind]['codes'][number]>;

declare const sentByService: unique symbol;

/** A code as the service sent it. The table does not list it, unless a command acts on it. */
export type ServiceCode = string & { readonly [sentByService]: true };

export type AnyCode = FailureCode | ServiceCode;

export const serviceCode = (code: string): ServiceCode => code as ServiceCode;

const kinds = Object.keys(failureKinds) as FailureKind[];

export const codesOf = (kind: FailureKind): FailureCode[] =>
  failureKinds[kind].codes.flatMap((line) => line.split(' ') as FailureCode[]);

export const kindOf = (code: FailureCode): FailureKind =>
  kinds.find((kind) => codesOf(kind).includes(code)) ?? 'internal';

/** What this machine, or the database of a shared journal, could not store. */
export const ofStorage: readonly FailureCode[] = [
  ...words(
    'constraint_failed database_cannot_open database_corrupt database_error database_io database_locked',
  ),
  ...words('database_read_only disk_full file_error file_not_writable journal_unreachable not_a_database'),
];

/** Whether the table has a code that reads so. */
export const isOwnCode = (word: string): boolean =>
  kinds.some((kind) => (codesOf(kind) as string[]).includes(word));

type Snake<T extends string> = T extends `${infer Head}-${infer Tail}` ? `${Head}_${Snake<Tail>}` : T;

export const snake = <T extends string>(text: T): Snake<T> => text.replaceAll('-', '_') as Snake<T>;

/** The code of a failure that says no more than its kind: `not_found`, `still_running`. */
export const plainCode = (kind: FailureKind): FailureCode => snake(kind);

export const exitCodeOf = (kind: FailureKind): number => failureKinds[kind].exit;
