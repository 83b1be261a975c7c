update policies set
  required_files = array['SECURITY.md'], forbid_outside_admins = true, allowed_actions = array['actions/*'],
  required_labels = '{"bug": "d73a4a"}', repository_settings = '{"has_wiki": false}';
