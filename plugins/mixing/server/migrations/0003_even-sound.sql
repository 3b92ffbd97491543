-- Projects of before there was the setting get its default; runs keep the snapshot that they began with.
UPDATE "mixing_projects" SET "document" = "document" || '{"evenSound":true}' WHERE NOT "document" ? 'evenSound';
