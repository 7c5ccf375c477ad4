"""The JSON API, `/api/v1/`: one class per address, one error shape, the same services as the pages."""
