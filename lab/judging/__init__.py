"""Any solver's answer, ours or foreign, judged on a problem by certificates alone."""
