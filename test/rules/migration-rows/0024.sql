update flaky_tests set cost_ms = 60000;
update vulnerabilities set patched_version = null;
update dependency_scans set status = 'running', finished_at = null;
