update merge_queue_configs set areas = '[{"name": "frontend", "paths": ["web/**"]}]';
update merge_queue_entries set areas = '["frontend"]';
