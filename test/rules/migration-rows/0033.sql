update activity set detail = detail || ' ' where source = 'maintainer';
