/** How an embedded PostgreSQL is started. */
export const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '50',
  shared_buffers: '128MB',
  // Bounds the recovery after a kill to about a second.
  max_wal_size: '256MB',
  // Enough to copy it while it runs; for that time a backup holds the log by a slot.
  wal_level: 'replica',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Without ERROR, which is what a refused request is: PostgreSQL would log people's data with it.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  // What takes long is logged as a statement, whose values stand apart from it and are left out.
  log_min_duration_statement: '1s',
  log_parameter_max_length: '0',
  // The line goes into our log, which says when.
  log_line_prefix: '',
}
