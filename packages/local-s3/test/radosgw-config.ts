export interface RadosgwLayout {
  readonly directory: string;
  readonly fsid: string;
  readonly monitorPort: number;
  readonly gatewayPort: number;
  /** Requests to this host name the bucket in the path. For other names the host is the bucket. */
  readonly dnsName: string;
}

/**
 * Configures one monitor, one OSD with its data in memory, and one gateway. All files are in the directory.
 */
export function radosgwConfig({
  directory,
  fsid,
  monitorPort,
  gatewayPort,
  dnsName,
}: RadosgwLayout): string {
  return `[global]
fsid = ${fsid}
mon_initial_members = a
mon_host = [v2:127.0.0.1:${monitorPort}/0]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
auth_supported = none
ms_mon_client_mode = crc
ms_mon_service_mode = crc
ms_mon_cluster_mode = crc
keyring = ${directory}/keyring
run_dir = ${directory}/run
admin_socket = ${directory}/run/$name.$pid.asok
log_file = ${directory}/log/$name.log
crash_dir = ${directory}/log
pid_file =
log_to_stderr = false
mon_cluster_log_file = ${directory}/log/cluster.log
debug_default = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
[mon]
mon_data = ${directory}/mon
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
mon_data_avail_warn = 2
mon_max_pg_per_osd = 1000
auth_allow_insecure_global_id_reclaim = true
paxos_propose_interval = 0.02
paxos_min_wait = 0.01
mon_tick_interval = 1
[osd]
osd_data = ${directory}/osd
osd_objectstore = memstore
memstore_device_bytes = 2G
osd_op_num_shards = 1
osd_op_num_threads_per_shard = 2
# A memory store takes the names of the file systems that OSDs once had; S3 keys are longer.
osd_max_object_name_len = 2048
osd_max_object_namespace_len = 256
osd_boot_notify = false
[client]
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort} tcp_nodelay=1
rgw_enable_apis = s3, admin
rgw_dns_name = ${dnsName}
rgw_thread_pool_size = 32
rgw_num_rados_handles = 1
rgw_enable_usage_log = false
rgw_enable_ops_log = false
rgw_enable_lc_threads = false
rgw_enable_quota_threads = false
rgw_override_bucket_index_max_shards = 1
rgw_dynamic_resharding = false
rgw_gc_max_objs = 1
rgw_lc_max_objs = 1
rgw_usage_max_shards = 1
rgw_num_control_oids = 1
rgw_md_log_max_shards = 1
rgw_data_log_num_shards = 1
rgw_objexp_hints_num_shards = 1
`;
}
