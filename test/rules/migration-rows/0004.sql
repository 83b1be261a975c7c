-- A file that held for an owner whose repository has another name now.
update config_files set organisation = 'octo-org';
